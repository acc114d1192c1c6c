import type { PublicEvent } from '#lib/run/public-event.ts';
import { readStoredEvent } from '#lib/run/read-stored-event.ts';
import type { StoredEvent } from '#lib/run/run-event.ts';
import { readPublicEvent } from '#lib/run/to-public-event.ts';
import { approvalFor, type RunReader } from '#lib/run/what-leaves.ts';
import type { LiveTexts } from '#lib/workflow/live-replies.ts';
import { type Reply, type RunEnd, timedWait } from '../conversation/reply.ts';
import { type ReplyEnd, ReplyReader, restOfReply } from '../conversation/reply-reader.ts';
import { interruptOf, type RequestedArguments } from './graph-interrupts.ts';
import { type GraphMessage, mergeMessages } from './graph-messages.ts';
import { answerId, answerMessage } from './graph-objects.ts';
import type { StreamMode } from './graph-request.ts';

type Frames = {
  readonly runId: string;
  readonly threadId: string;
  readonly modes: readonly StreamMode[];
  /** The messages of the state so far, with those of this run. */
  readonly before: readonly GraphMessage[];
  /** Whether answers are messages: not where the workflow takes none. */
  readonly isConversation: boolean;
  /** As of `readAnswers`, where an answer continues a run. @defaultValue 0 */
  readonly answerAfterSeq?: number | undefined;
  readonly live: LiveTexts;
  readonly reader: RunReader;
  readonly replyOf: (end: RunEnd) => Reply;
  /** Arguments of approvals from before the first event that is read, by action. Only for those who see them. */
  readonly asked?: ReadonlyMap<string, RequestedArguments> | undefined;
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
  #reader: ReplyReader;
  /** What this run said before it waited. */
  readonly #said: GraphMessage[] = [];
  readonly #asked: Map<string, RequestedArguments>;
  #answerId: string;
  #hasReplied: boolean;
  #text = '';
  #hasBegun = false;
  #hasMessage = false;

  constructor(options: Frames) {
    this.#options = options;
    const { runId, answerAfterSeq = 0 } = options;
    this.#reader = new ReplyReader(options);
    this.#asked = new Map(options.asked);
    this.#answerId = answerId(runId, answerAfterSeq);
    this.#hasReplied = answerAfterSeq > 0;
  }

  read(stored: StoredEvent): GraphEvent[] {
    if (stored.type === 'confirm_required' && this.#options.reader.level === 'full') this.#ask(stored);
    const step = this.#reader.read(stored);
    const begun = this.#begin();
    if (step?.type === 'text') return [...begun, ...this.#write(step.text)];
    if (step?.type === 'end') return [...begun, ...this.#end(step.end, stored.seq)];
    return [...begun, ...this.#progress(stored)];
  }

  #ask(stored: StoredEvent): void {
    const event = readStoredEvent(stored);
    if (event?.type === 'confirm_required') this.#asked.set(event.actionId, event);
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
    const { before, isConversation } = this.#options;
    const own = answer === null ? this.#said : [...this.#said, answerMessage(this.#answerId, answer)];
    const messages = mergeMessages([...before, ...(isConversation ? own : [])]);
    return { ...(messages.length > 0 && { messages }), ...outputs };
  }

  #write(text: string): GraphEvent[] {
    if (text === '') return [];
    const { runId, threadId } = this.#options;
    const isFirst = !this.#hasMessage;
    this.#hasMessage = true;
    this.#text += text;
    const about = { run_id: runId, thread_id: threadId, langgraph_node: 'reply' };
    const chunk = { event: 'messages', data: [answerMessage(this.#answerId, text, 'AIMessageChunk'), about] };
    const named = { event: 'messages/metadata', data: { [this.#answerId]: { metadata: about } } };
    const partial = { event: 'messages/partial', data: [answerMessage(this.#answerId, this.#text)] };
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

  #end({ done, usage, streamed, replies }: ReplyEnd, seq: number): GraphEvent[] {
    const { runId, replyOf, reader } = this.#options;
    const { status, outputs = {}, approvals = [] } = done;
    const wait = timedWait({ ...done, runId }, reader.language);
    if (wait) return [{ event: 'error', data: { error: wait.code, message: wait.message } }];
    if (status === 'waiting') {
      if (approvals.length > 0) this.#closeAnswer(replies, seq);
      const data = {
        __interrupt__: approvals.map((one) => {
          const { args, fixed } = this.#asked.get(one.actionId) ?? {};
          return interruptOf({ ...approvalFor(one, reader), args, fixed });
        }),
      };
      const shown = { ...this.#values({}, null), ...data };
      return [
        ...(this.#has('updates') ? [{ event: 'updates', data }] : []),
        ...(this.#has('values') ? [{ event: 'values', data: shown }] : []),
      ];
    }
    const reply = replyOf({ ...done, runId, usage, replies });
    if (!reply.ok) return [{ event: 'error', data: { error: reply.error.code, message: reply.error.message } }];
    // Without a reply after the wait, those before it are the answer.
    const isSaid = this.#hasReplied && replies.length === 0;
    const rest = isSaid ? [] : this.#write(restOfReply(reply.text, { streamed, replies }));
    const complete = { event: 'messages/complete', data: [answerMessage(this.#answerId, this.#text)] };
    return [
      ...rest,
      ...(this.#has('messages') && this.#hasMessage ? [complete] : []),
      ...(this.#has('values') ? [{ event: 'values', data: this.#values(outputs, isSaid ? null : reply.text) }] : []),
    ];
  }

  /** What comes after a decision is a message of its own. */
  #closeAnswer(replies: readonly string[], seq: number): void {
    const { runId } = this.#options;
    if (replies.length > 0) {
      this.#said.push(answerMessage(this.#answerId, replies.join('\n\n')));
      this.#hasReplied = true;
    }
    if (this.#hasReplied) this.#answerId = answerId(runId, seq);
    this.#reader = new ReplyReader(this.#options);
    this.#text = '';
    this.#hasMessage = false;
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
