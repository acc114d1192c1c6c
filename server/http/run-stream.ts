import type { ServerResponse } from 'node:http';
import { z } from 'zod';
import type { EventHub } from '#lib/ports/event-hub.ts';
import type { Logger } from '#lib/ports/logger.ts';
import type { StoredEvent } from '#lib/run/run-event.ts';
import { isTerminal, runStatusSchema } from '#lib/run/run-status.ts';
import { type PublicView, toPublicFrame } from '#lib/run/to-public-event.ts';
import type { RunRepository } from '../db/run-repository.ts';

/** Events read from the store at a time. */
const PAGE_EVENTS = 500;
/** A client with more than this on its way to it gets nothing live; it reads on from the store once it has caught up. */
const MAX_PENDING_BYTES = 1024 * 1024;
/** Characters in one write, about. */
const MAX_WRITE_LENGTH = 256 * 1024;
const HEARTBEAT_MS = 15_000;

type Store = Pick<RunRepository, 'readEvents' | 'lastSeqWhenFinished'>;
export type RunStreamOptions = PublicView & {
  readonly afterSeq: number;
  readonly hub: EventHub;
  readonly store: Store;
  readonly log: Logger;
  readonly heartbeatMs?: number | undefined;
  /** Of a run started by this very request: resolves when its first event is stored. Until then there is nothing to read. */
  readonly accepted?: Promise<void> | undefined;
};

/**
 * One client's view of one run: stored events after `afterSeq`, then live ones, each once and in order, ending after `done`. A `done` that says
 * `waiting` ends it too while nothing comes after; whoever asks from there on stays until the run goes on.
 *
 * Either it reads pages from the store or it passes on what the hub hands it; it holds nothing back in between. What the hub announces while it
 * reads is stored already, so it only remembers how far to read. Leaving has no effect on the run.
 */
export class RunStream {
  readonly #outgoing: ServerResponse;
  readonly #options: RunStreamOptions;
  readonly #leaveHub: () => void;
  readonly #heartbeat: NodeJS.Timeout;
  /** The last seq that was looked at; the view's level may have left it out. */
  #seenSeq: number;
  /** The last seq the hub announced, and whether that was the run's end. */
  #announced = { seq: 0, isEnd: false };
  /** The last thing sent was that the run waits. */
  #isAtWait = false;
  #isLive: boolean;
  #isOver = false;

  constructor(outgoing: ServerResponse, options: RunStreamOptions) {
    this.#outgoing = outgoing;
    this.#options = options;
    this.#seenSeq = options.afterSeq;
    this.#isLive = options.accepted !== undefined;
    // before anything is read, so that nothing falls between the stored part and the live one
    this.#leaveHub = options.hub.subscribe(options.runId, (events) => this.#guarded(() => this.#onEvents(events)));
    this.#heartbeat = setInterval(() => this.#beat(), options.heartbeatMs ?? HEARTBEAT_MS).unref();
    outgoing.on('close', () => this.#leave());
    outgoing.on('error', () => this.#leave());
    // who left while the run was looked up has had its `close`
    if (outgoing.closed) this.#leave();
    else if (options.accepted)
      options.accepted.then(
        () => this.#onAccepted(),
        (error: unknown) => this.#fail(error),
      );
    else void this.#catchUp();
  }

  #onEvents(events: readonly StoredEvent[]): void {
    const last = events.at(-1);
    if (this.#isOver || !last) return;
    this.#announced = { seq: Math.max(this.#announced.seq, last.seq), isEnd: this.#announced.isEnd || isTerminalEvent(last) };
    if (!this.#isLive) return;
    const next = events.filter((event) => event.seq > this.#seenSeq);
    const isGapless = next[0] === undefined || next[0].seq === this.#seenSeq + 1;
    if (!isGapless || this.#isFull) {
      void this.#catchUp();
      return;
    }
    this.#send(next);
    this.#endIfSeen();
    if (this.#seenSeq < last.seq) void this.#catchUp();
    else if (this.#isAtWait) this.#end();
  }

  /** The first event may have been announced before this stream listened. */
  #onAccepted(): void {
    if (this.#isLive && this.#seenSeq === 0) void this.#catchUp();
  }

  async #catchUp(): Promise<void> {
    this.#isLive = false;
    try {
      while (!this.#isOver && !this.#isLive) await this.#readPage();
    } catch (error) {
      this.#fail(error);
    }
  }

  #guarded(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.#fail(error);
    }
  }

  async #readPage(): Promise<void> {
    const { runId, store } = this.#options;
    if (this.#isFull) return this.#drained();
    const events = await store.readEvents(runId, this.#seenSeq, PAGE_EVENTS);
    if (this.#isOver) return;
    this.#send(events);
    this.#endIfSeen();
    if (events.length > 0 || this.#isOver || this.#announced.seq > this.#seenSeq) return;
    if (this.#isAtWait) return this.#end();
    // A client may have everything of a run that has ended: without this look it would wait for ever.
    const lastSeq = await store.lastSeqWhenFinished(runId);
    if (lastSeq !== null && this.#seenSeq >= lastSeq) this.#end();
    else if (this.#announced.seq <= this.#seenSeq && lastSeq === null) this.#isLive = true;
  }

  /** As much as the client has room for; the rest is read again once it has. One write a commit, not one an event. */
  #send(events: readonly StoredEvent[]): void {
    let frames = '';
    for (const event of events) {
      if (frames.length > MAX_WRITE_LENGTH) {
        this.#outgoing.write(frames);
        frames = '';
        if (this.#isFull) return;
      }
      this.#seenSeq = event.seq;
      frames += toPublicFrame(event, this.#options);
      this.#isAtWait = event.type === 'done' && !isTerminalEvent(event);
      if (isTerminalEvent(event)) this.#announced = { seq: event.seq, isEnd: true };
    }
    if (frames !== '') this.#outgoing.write(frames);
  }

  #endIfSeen(): void {
    if (this.#announced.isEnd && this.#seenSeq >= this.#announced.seq) this.#end();
  }

  get #isFull(): boolean {
    return this.#outgoing.writableLength > MAX_PENDING_BYTES;
  }

  #drained(): Promise<void> {
    return new Promise((resolve) => {
      const go = () => {
        this.#outgoing.off('drain', go);
        this.#outgoing.off('close', go);
        resolve();
      };
      this.#outgoing.on('drain', go);
      this.#outgoing.on('close', go);
    });
  }

  #beat(): void {
    if (this.#outgoing.writableLength === 0) this.#outgoing.write(': still here\n\n');
  }

  #fail(error: unknown): void {
    if (this.#isOver) return;
    this.#options.log.error('a stream of events broke off', { runId: this.#options.runId, error });
    this.#leave();
    // not an orderly end: the client comes back with the last id it has
    this.#outgoing.destroy();
  }

  #end(): void {
    this.#leave();
    this.#outgoing.end();
  }

  #leave(): void {
    this.#isOver = true;
    clearInterval(this.#heartbeat);
    this.#leaveHub();
  }
}

const doneSchema = z.object({ status: runStatusSchema });

/** Nothing comes after it; after a `done` that says `waiting` something may. */
function isTerminalEvent({ type, json }: StoredEvent): boolean {
  return type === 'done' && isTerminal(doneSchema.parse(JSON.parse(json)).status);
}
