import type { PublicEvent } from '#lib/run/public-event.ts';
import type { StoredEvent } from '#lib/run/run-event.ts';
import { readPublicEvent } from '#lib/run/to-public-event.ts';
import { approvalFor, type RunReader } from '#lib/run/what-leaves.ts';
import type { LiveTexts } from '#lib/workflow/live-replies.ts';
import type { Reply, RunEnd } from '../conversation/reply.ts';
import { type ReplyEnd, ReplyReader, restOfReply } from '../conversation/reply-reader.ts';
import { answerId, answerMessage, interruptOf, messagesOf } from './graph-objects.ts';
import type { StreamMode } from './graph-request.ts';

type Frames = {
  readonly runId: string;
  readonly threadId: string;
  readonly modes: readonly StreamMode[];
  /** Messages of the turns before. */
  readonly before: readonly object[];
  /** Empty where the workflow takes no message. */
  readonly message: string;
  readonly live: LiveTexts;
  readonly reader: RunReader;
  readonly replyOf: (end: RunEnd) => Reply;
  /** Events up to this one were sent by an earlier connection. @defaultValue 0 */
  readonly afterSeq?: number;
};
type GraphEvent = { readonly event: string; readonly data: unknown };

/** Events of this API that the mode `custom` sends unchanged. */
const customTypes: readonly string[] = [
  'tool_call',
  'tool_result',
  'tool_progress',
  'plan_updated',
  'open_url',
  'a2ui',
  'token_usage',
];

/** Events that the mode `tools` sends under the names of LangGraph. */
const toolTypes: readonly string[] = ['tool_call', 'tool_result', 'tool_progress'];

/** The events of a run as those of a LangGraph server; the id of each is its seq. */
export function graphFrames(options: Frames): (event: StoredEvent) => string {
  const writer = new GraphEvents(options);
  const { afterSeq = 0 } = options;
  return (stored) => {
    const events = writer.read(stored);
    if (stored.seq <= afterSeq) return '';
    return events.map(({ event, data }) => `id: ${stored.seq}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`).join('');
  };
}

class GraphEvents {
  readonly #options: Frames;
  readonly #reader: ReplyReader;
  #text = '';
  #hasBegun = false;
  #hasMessage = false;

  constructor(options: Frames) {
    this.#options = options;
    this.#reader = new ReplyReader(options);
  }

  read(stored: StoredEvent): GraphEvent[] {
    const step = this.#reader.read(stored);
    const begun = this.#begin();
    if (step?.type === 'text') return [...begun, ...this.#write(step.text)];
    if (step?.type === 'end') return [...begun, ...this.#end(step.end)];
    return [...begun, ...this.#progress(stored)];
  }

  #has(mode: StreamMode): boolean {
    return this.#options.modes.includes(mode);
  }

  #begin(): GraphEvent[] {
    if (this.#hasBegun) return [];
    this.#hasBegun = true;
    const { runId } = this.#options;
    const first = { event: 'metadata', data: { run_id: runId, attempt: 1 } };
    return this.#has('values') ? [first, { event: 'values', data: this.#values({}, null) }] : [first];
  }

  #values(outputs: Readonly<Record<string, unknown>>, answer: string | null): object {
    const { before, runId, message } = this.#options;
    const messages = [...before, ...messagesOf({ runId, message, answer })];
    return { ...(messages.length > 0 && { messages }), ...outputs };
  }

  #write(text: string): GraphEvent[] {
    if (text === '') return [];
    const { runId, threadId } = this.#options;
    const isFirst = !this.#hasMessage;
    this.#hasMessage = true;
    this.#text += text;
    const about = { run_id: runId, thread_id: threadId, langgraph_node: 'reply' };
    const chunk = { event: 'messages', data: [answerMessage(runId, text, 'AIMessageChunk'), about] };
    const named = { event: 'messages/metadata', data: { [answerId(runId)]: { metadata: about } } };
    const partial = { event: 'messages/partial', data: [answerMessage(runId, this.#text)] };
    return [
      ...(this.#has('messages-tuple') ? [chunk] : []),
      ...(this.#has('messages') ? [...(isFirst ? [named] : []), partial] : []),
    ];
  }

  #progress(stored: StoredEvent): GraphEvent[] {
    const { runId, reader } = this.#options;
    const isCustom = this.#has('custom') && customTypes.includes(stored.type);
    const isUpdate = this.#has('updates') && stored.type === 'node_finished';
    const isTool = this.#has('tools') && toolTypes.includes(stored.type);
    if (!isCustom && !isUpdate && !isTool) return [];
    const event = readPublicEvent(stored, { runId, ...reader });
    if (!event) return [];
    const tool = isTool ? toolEventOf(event) : undefined;
    return [
      ...(isUpdate ? [{ event: 'updates', data: updateOf(event) }] : []),
      ...(isCustom ? [{ event: 'custom', data: event }] : []),
      ...(tool ? [{ event: 'tools', data: tool }] : []),
    ];
  }

  #end({ done, usage, streamed, replies }: ReplyEnd): GraphEvent[] {
    const { runId, replyOf, reader } = this.#options;
    const { status, outputs = {}, approvals = [] } = done;
    if (status === 'waiting') {
      const data = { __interrupt__: approvals.map((one) => interruptOf(approvalFor(one, reader))) };
      const shown = { ...this.#values({}, null), ...data };
      return [
        ...(this.#has('updates') ? [{ event: 'updates', data }] : []),
        ...(this.#has('values') ? [{ event: 'values', data: shown }] : []),
      ];
    }
    const reply = replyOf({ ...done, runId, usage, replies });
    if (!reply.ok) return [{ event: 'error', data: { error: reply.error.code, message: reply.error.message } }];
    const rest = this.#write(restOfReply(reply.text, { streamed, replies }));
    const complete = { event: 'messages/complete', data: [answerMessage(runId, this.#text)] };
    return [
      ...rest,
      ...(this.#has('messages') && this.#hasMessage ? [complete] : []),
      ...(this.#has('values') ? [{ event: 'values', data: this.#values(outputs, reply.text) }] : []),
    ];
  }
}

/** What a node leaves in the state; its output is shown at the level `full`. */
function updateOf(event: PublicEvent): object {
  if (event.type !== 'node_finished') return {};
  return { [event.nodeId]: event.output ?? null };
}

/** A call of a tool, as `useStream` shows its progress. Arguments and result are shown at the level `full`. */
function toolEventOf(event: PublicEvent): object | undefined {
  if (event.type === 'tool_call' && event.status === 'running')
    return { event: 'on_tool_start', toolCallId: event.id, name: event.name, input: event.args ?? null };
  if (event.type === 'tool_progress') {
    const { id, name, message, share } = event;
    return { event: 'on_tool_event', toolCallId: id, name, data: { message, share } };
  }
  if (event.type !== 'tool_result') return undefined;
  const { id, name, status, result, summary, error } = event;
  if (status !== 'success') return { event: 'on_tool_error', toolCallId: id, name, error: error ?? status };
  return { event: 'on_tool_end', toolCallId: id, name, output: result ?? summary ?? null };
}
