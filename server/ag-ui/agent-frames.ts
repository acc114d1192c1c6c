import { callerToolName } from '#lib/run/caller-tools.ts';
import type { PublicEvent } from '#lib/run/public-event.ts';
import { readStoredEvent } from '#lib/run/read-stored-event.ts';
import type { StoredEvent, TokenUsage } from '#lib/run/run-event.ts';
import { readPublicEvent } from '#lib/run/to-public-event.ts';
import { approvalFor, type RunReader } from '#lib/run/what-leaves.ts';
import type { LiveTexts } from '#lib/workflow/live-replies.ts';
import { type Reply, type RunEnd, timedWait } from '../conversation/reply.ts';
import { type ReplyEnd, ReplyReader, restOfReply } from '../conversation/reply-reader.ts';
import type { ToolCall, ToolCallReader } from '../openai/tool-calls.ts';
import { formatInterruptId } from './agent-input.ts';

type Frames = {
  /** Of the client, which names runs itself. */
  readonly threadId: string;
  readonly clientRunId: string;
  readonly runId: string;
  readonly live: LiveTexts;
  /** `reply` nodes say what leaves. */
  readonly hasReplies: boolean;
  readonly reader: RunReader;
  readonly replyOf: (end: RunEnd) => Reply;
  readonly tools: ToolCallReader;
  /** Where an answer that continues a run begins in its log. @defaultValue 0 */
  readonly afterSeq?: number | undefined;
};
type AgUiEvent = { readonly type: string; readonly [field: string]: unknown };

/** The events of a run as those of AG-UI: steps are nodes, the message is the reply. */
export function agentFrames(options: Frames): (event: StoredEvent) => string {
  const writer = new AgentEvents(options);
  return (event) =>
    writer
      .read(event)
      .map((one) => `data: ${JSON.stringify(one)}\n\n`)
      .join('');
}

class AgentEvents {
  readonly #options: Frames;
  readonly #reader: ReplyReader;
  readonly #openSteps = new Set<string>();
  readonly #openCalls = new Set<string>();
  #hasBegun = false;
  /** The message that is being written, and the node that writes it. Older clients take nothing else before its end. */
  #open: { readonly messageId: string; readonly writer: string | undefined } | undefined;
  #messages = 0;
  /** What comes after the message that is being written. */
  #later: AgUiEvent[] = [];

  constructor(options: Frames) {
    this.#options = options;
    this.#reader = new ReplyReader(options);
  }

  read(stored: StoredEvent): AgUiEvent[] {
    const begun = this.#begin();
    if (this.#options.tools.read(stored).isBeforeAnswer) return begun;
    const step = this.#reader.read(stored);
    const said = step?.type === 'text' ? this.#text(step.text, stored) : [];
    if (step?.type === 'end') return [...begun, ...this.#end(step.end, stored)];
    if (stored.type === 'reply') return [...begun, ...said, ...this.#close()];
    const { runId, reader } = this.#options;
    const event = this.#isShown(stored) ? readPublicEvent(stored, { runId, ...reader }) : undefined;
    return event ? [...begun, ...said, ...this.#inOrder(event)] : [...begun, ...said];
  }

  /** Steps and calls during a message come after it. */
  #inOrder(event: PublicEvent): AgUiEvent[] {
    const isWritten = event.type === 'node_finished' && event.nodeId === this.#open?.writer && !this.#options.hasReplies;
    const closed = isWritten ? this.#close() : [];
    const shown = this.#progress(event);
    if (!this.#open) return [...closed, ...shown];
    this.#later.push(...shown);
    return closed;
  }

  #close(): AgUiEvent[] {
    if (!this.#open) return [];
    const { messageId } = this.#open;
    const later = this.#later;
    this.#open = undefined;
    this.#later = [];
    return [{ type: 'TEXT_MESSAGE_END', messageId }, ...later];
  }

  #isShown({ type }: StoredEvent): boolean {
    return type === 'node_started' || type === 'node_finished' || type === 'tool_call' || type === 'tool_result';
  }

  #begin(): AgUiEvent[] {
    if (this.#hasBegun) return [];
    this.#hasBegun = true;
    return [{ type: 'RUN_STARTED', ...this.#names }];
  }

  get #names() {
    const { threadId, clientRunId } = this.#options;
    return { threadId, runId: clientRunId };
  }

  /** Of the message that is being written, or the last one. */
  get #messageId(): string {
    const { runId, afterSeq = 0 } = this.#options;
    // A client adds text to the message of the same id.
    const first = afterSeq === 0 ? `msg_${runId}` : `msg_${runId}_${afterSeq}`;
    return this.#messages <= 1 ? first : `${first}_m${this.#messages}`;
  }

  /** @param stored the event that the text comes from */
  #text(delta: string, stored: StoredEvent): AgUiEvent[] {
    if (delta === '') return [];
    if (this.#open) return [{ type: 'TEXT_MESSAGE_CONTENT', messageId: this.#open.messageId, delta }];
    this.#messages += 1;
    const messageId = this.#messageId;
    this.#open = { messageId, writer: writerOf(stored) };
    return [
      { type: 'TEXT_MESSAGE_START', messageId, role: 'assistant' },
      { type: 'TEXT_MESSAGE_CONTENT', messageId, delta },
    ];
  }

  #progress(event: PublicEvent): AgUiEvent[] {
    switch (event.type) {
      case 'node_started':
        return this.#openStep(event.nodeId);
      case 'node_finished':
        return this.#openSteps.delete(event.nodeId) ? [{ type: 'STEP_FINISHED', stepName: event.nodeId }] : [];
      case 'tool_call':
        return event.parent === undefined ? this.#call(event) : [];
      case 'tool_result':
        return event.parent === undefined ? this.#result(event) : [];
      default:
        return [];
    }
  }

  #openStep(stepName: string): AgUiEvent[] {
    // A further attempt is the same step.
    if (this.#openSteps.has(stepName)) return [];
    this.#openSteps.add(stepName);
    return [{ type: 'STEP_STARTED', stepName }];
  }

  #call({ id, name, args }: Extract<PublicEvent, { type: 'tool_call' }>): AgUiEvent[] {
    // A tool of the client is called at the end, under the id that its result names.
    if (this.#openCalls.has(id) || callerToolName(name) !== name) return [];
    this.#openCalls.add(id);
    const start = { type: 'TOOL_CALL_START', toolCallId: id, toolCallName: name };
    const given = args === undefined ? [] : [{ type: 'TOOL_CALL_ARGS', toolCallId: id, delta: JSON.stringify(args) }];
    return [start, ...given, { type: 'TOOL_CALL_END', toolCallId: id }];
  }

  #result({ id, status, result, error }: Extract<PublicEvent, { type: 'tool_result' }>): AgUiEvent[] {
    if (!this.#openCalls.delete(id)) return [];
    const content = JSON.stringify(result ?? error ?? { status });
    return [{ type: 'TOOL_CALL_RESULT', messageId: `${this.#messageId}_${id}`, toolCallId: id, role: 'tool', content }];
  }

  #end({ done, usage, streamed, replies }: ReplyEnd, stored: StoredEvent): AgUiEvent[] {
    const { runId, replyOf } = this.#options;
    const reply = replyOf({ ...done, runId, usage, replies });
    const rest = reply.ok && done.status !== 'waiting' ? restOfReply(reply.text, { streamed, replies }) : '';
    const said = this.#text(rest, stored);
    const closed = this.#close();
    const steps = [...this.#openSteps].map((stepName) => ({ type: 'STEP_FINISHED', stepName }));
    const calls = this.#options.tools.openAt(done);
    const last = calls.length > 0 ? this.#finished(usage, { type: 'success' }) : this.#last(done, reply, usage);
    return [...said, ...closed, ...calls.flatMap((call) => this.#clientCall(call)), ...steps, last];
  }

  #clientCall({ id: toolCallId, name, arguments: delta }: ToolCall): AgUiEvent[] {
    return [
      { type: 'TOOL_CALL_START', toolCallId, toolCallName: name, parentMessageId: this.#messageId },
      { type: 'TOOL_CALL_ARGS', toolCallId, delta },
      { type: 'TOOL_CALL_END', toolCallId },
    ];
  }

  #finished(usage: TokenUsage, outcome: object): AgUiEvent {
    return { type: 'RUN_FINISHED', ...this.#names, usage: [usageOf(usage)], outcome };
  }

  #last(
    { status, outputs = {}, approvals = [], resumesAt, breakpoints }: ReplyEnd['done'],
    reply: Reply,
    usage: TokenUsage,
  ): AgUiEvent {
    const { runId, reader } = this.#options;
    const wait = timedWait({ runId, status, approvals, resumesAt, breakpoints }, reader.language);
    if (wait) return { type: 'RUN_ERROR', ...wait };
    if (status === 'waiting' && approvals.length > 0) {
      const asked = approvals.map((one) => approvalFor(one, reader));
      const interrupts = asked.map(({ actionId, kind, description, expiresAt }) => ({
        id: formatInterruptId({ runId, actionId }),
        reason: kind,
        message: description,
        expiresAt,
        responseSchema: { type: 'object', properties: { approved: { type: 'boolean' } }, required: ['approved'] },
      }));
      return this.#finished(usage, { type: 'interrupt', interrupts });
    }
    if (status === 'cancelled') return this.#finished(usage, { type: 'cancelled' });
    if (!reply.ok) return { type: 'RUN_ERROR', message: reply.error.message, code: reply.error.code };
    return { ...this.#finished(usage, { type: 'success' }), result: outputs };
  }
}

function writerOf(stored: StoredEvent): string | undefined {
  const event = stored.type === 'content' ? readStoredEvent(stored) : undefined;
  return event?.type === 'content' ? event.nodeId : undefined;
}

function usageOf({ promptTokens, completionTokens, totalTokens, cachedTokens, reasoningTokens }: TokenUsage) {
  return {
    inputTokens: promptTokens,
    outputTokens: completionTokens,
    totalTokens,
    ...(cachedTokens !== undefined && { cachedInputTokens: cachedTokens }),
    ...(reasoningTokens !== undefined && { reasoningTokens }),
  };
}
