import { withoutIterations } from '#lib/run/node-path.ts';
import { readStoredEvent } from '#lib/run/read-stored-event.ts';
import type { RunEventOf, StoredEvent, TokenUsage } from '#lib/run/run-event.ts';
import { isShortWait, STREAMED_WAIT_MS } from '#lib/run/short-wait.ts';
import { addUsage, NO_USAGE } from '#lib/run/token-usage.ts';
import { isAnswered, WrittenText } from '#lib/run/written-text.ts';
import type { LiveTexts } from '#lib/workflow/live-replies.ts';

/** How a run ended, or that it waits. */
export type ReplyEnd = {
  readonly done: RunEventOf<'done'>;
  readonly usage: TokenUsage;
  readonly streamed: string;
  readonly replies: readonly string[];
};
export type ReplyStep = { readonly type: 'text'; readonly text: string } | { readonly type: 'end'; readonly end: ReplyEnd };

type Reading = {
  /** The nodes whose text is passed on while it is written. @defaultValue no text before the end */
  readonly live: LiveTexts | undefined;
  /** The longest wait for a time that is no end. @defaultValue that of a stream */
  readonly waitMs?: number | undefined;
};

/** What the events of one run mean for the text of its reply. One reader for each run, events in order. */
export class ReplyReader {
  readonly #live: LiveTexts | undefined;
  readonly #waitMs: number;
  /** What was passed on. */
  #streamed = '';
  /** Who writes now, and has not been said by a `reply`. */
  #writer: { readonly nodeId: string; readonly text: WrittenText } | undefined;
  readonly #replies: string[] = [];
  #usage = NO_USAGE;

  constructor({ live, waitMs = STREAMED_WAIT_MS }: Reading) {
    this.#live = live;
    this.#waitMs = waitMs;
  }

  /** @returns undefined for an event that says nothing about the reply */
  read(stored: StoredEvent): ReplyStep | undefined {
    switch (stored.type) {
      case 'content':
      case 'reply':
      case 'llm_result':
      case 'llm_stream_retry':
      case 'node_started':
      case 'node_resumed':
      case 'node_retried':
      case 'done':
        return this.#readEvent(readStoredEvent(stored));
      default:
        return undefined;
    }
  }

  #readEvent(event: ReturnType<typeof readStoredEvent>): ReplyStep | undefined {
    switch (event?.type) {
      case 'content':
        return event.parent === undefined ? this.#write(event) : undefined;
      case 'reply':
        return this.#say(event);
      case 'llm_result':
        this.#usage = addUsage(this.#usage, event.usage);
        if (event.parent === undefined && !event.isHidden && !event.operation)
          this.#textOf(event.nodeId)?.endCall({ callId: event.callId, isAnswered: isAnswered(event) });
        return undefined;
      case 'llm_stream_retry':
        if (event.parent === undefined) this.#textOf(event.nodeId)?.startAgain(event.callId);
        return undefined;
      case 'node_started':
      case 'node_resumed':
      case 'node_retried':
        this.#textOf(event.nodeId)?.resume();
        return undefined;
      case 'done':
        if (isShortWait(event, { nowMs: event.at, mostMs: this.#waitMs })) return undefined;
        return { type: 'end', end: { done: event, usage: this.#usage, streamed: this.#streamed, replies: this.#replies } };
      default:
        return undefined;
    }
  }

  #textOf(nodeId: string): WrittenText | undefined {
    return this.#writer?.nodeId === nodeId ? this.#writer.text : undefined;
  }

  #write({ nodeId, content }: RunEventOf<'content'>): ReplyStep | undefined {
    const before = this.#live?.get(withoutIterations(nodeId));
    if (before === undefined || content === '') return undefined;
    if (this.#writer?.nodeId !== nodeId) {
      this.#writer = { nodeId, text: new WrittenText(before) };
      return this.#pass(this.#separator + this.#writer.text.add(content));
    }
    return this.#pass(this.#writer.text.add(content));
  }

  /** As `answerText` joins them. */
  #say({ nodeId, content, from }: RunEventOf<'reply'>): ReplyStep | undefined {
    // The source is next to the reply, in the same iteration.
    const source = from === undefined ? undefined : `${nodeId.slice(0, nodeId.lastIndexOf('/') + 1)}${from}`;
    const written = source === undefined ? undefined : this.#textOf(source);
    const text = written ? written.restOf(content) : this.#separator + content;
    this.#replies.push(content);
    this.#writer = undefined;
    if (!this.#live) return undefined;
    return this.#pass(text);
  }

  get #separator(): string {
    return this.#streamed === '' ? '' : '\n\n';
  }

  #pass(text: string): ReplyStep | undefined {
    this.#streamed += text;
    return text === '' ? undefined : { type: 'text', text };
  }
}

/**
 * What is still to be sent of a reply: nothing where it was streamed, possibly after the texts of
 * earlier rounds, else its rest, else the whole text in a paragraph of its own.
 */
export function restOfReply(reply: string, { streamed, replies }: Pick<ReplyEnd, 'streamed' | 'replies'>): string {
  if (replies.length > 0 && reply === replies.join('\n\n') && streamed !== '') return '';
  if (reply.startsWith(streamed)) return reply.slice(streamed.length);
  return streamed.endsWith(reply) ? '' : `\n\n${reply}`;
}
