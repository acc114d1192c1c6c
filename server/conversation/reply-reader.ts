import { readStoredEvent } from '#lib/run/read-stored-event.ts';
import type { RunEventOf, StoredEvent, TokenUsage } from '#lib/run/run-event.ts';
import { addUsage, NO_USAGE } from '#lib/run/token-usage.ts';

/** How a run ended, or that it waits. */
export type ReplyEnd = {
  readonly done: RunEventOf<'done'>;
  readonly usage: TokenUsage;
  readonly streamed: string;
  readonly replies: readonly string[];
};
export type ReplyStep = { readonly type: 'text'; readonly text: string } | { readonly type: 'end'; readonly end: ReplyEnd };

type LiveNodes = {
  /** Ids of the nodes whose text is the reply while it is written. */
  readonly live: ReadonlySet<string>;
};

/** What the events of one run mean for the text of its reply. One reader for each run, events in order. */
export class ReplyReader {
  readonly #live: ReadonlySet<string>;
  /** What was passed on. */
  #streamed = '';
  /** How much of it the current attempt has written. */
  #position = 0;
  /** The current attempt writes something else than an earlier one that was passed on. */
  #isOther = false;
  readonly #replies: string[] = [];
  #usage = NO_USAGE;

  constructor({ live }: LiveNodes) {
    this.#live = live;
  }

  /** @returns undefined for an event that says nothing about the reply */
  read(stored: StoredEvent): ReplyStep | undefined {
    switch (stored.type) {
      case 'content':
      case 'reply':
      case 'llm_result':
      case 'llm_stream_retry':
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
        return event.parent === undefined && this.#live.has(event.nodeId) ? this.#write(event.content) : undefined;
      case 'reply':
        return this.#say(event.content);
      case 'llm_result':
        this.#usage = addUsage(this.#usage, event.usage);
        return undefined;
      case 'llm_stream_retry':
      case 'node_retried':
        if (this.#live.has(event.nodeId)) this.#startAgain();
        return undefined;
      case 'done':
        return { type: 'end', end: { done: event, usage: this.#usage, streamed: this.#streamed, replies: this.#replies } };
      default:
        return undefined;
    }
  }

  /** As `answerText` joins them. */
  #say(content: string): ReplyStep {
    const text = this.#replies.length === 0 ? content : `\n\n${content}`;
    this.#replies.push(content);
    this.#streamed += text;
    return { type: 'text', text };
  }

  #startAgain(): void {
    this.#position = 0;
    this.#isOther = false;
  }

  /** A new attempt repeats what was passed on, or says something else: then its text waits for the end. */
  #write(text: string): ReplyStep | undefined {
    const known =
      this.#position < this.#streamed.length ? this.#streamed.slice(this.#position, this.#position + text.length) : '';
    this.#isOther ||= !text.startsWith(known);
    if (this.#isOther) return undefined;
    this.#position += text.length;
    const added = text.slice(known.length);
    this.#streamed += added;
    return added === '' ? undefined : { type: 'text', text: added };
  }
}

/**
 * What is still to be sent of a reply: nothing where it was streamed, possibly after the texts of
 * earlier rounds, else its rest, else the whole text in a paragraph of its own.
 */
export function restOfReply(reply: string, streamed: string): string {
  if (reply.startsWith(streamed)) return reply.slice(streamed.length);
  return streamed.endsWith(reply) ? '' : `\n\n${reply}`;
}
