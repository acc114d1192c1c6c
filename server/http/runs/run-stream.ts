import type { ServerResponse } from 'node:http';
import { z } from 'zod';
import type { EventHub } from '#lib/ports/event-hub.ts';
import type { Logger } from '#lib/ports/logger.ts';
import { readStoredEvent } from '#lib/run/read-stored-event.ts';
import type { StoredEvent } from '#lib/run/run-event.ts';
import { isTerminal, runStatusSchema } from '#lib/run/run-status.ts';
import { isShortWait, STREAMED_WAIT_MS } from '#lib/run/short-wait.ts';
import { type PublicView, toPublicFrame } from '#lib/run/to-public-event.ts';
import type { RunRepository } from '../../db/repositories/run-repository.ts';
import type { EventPages } from '../../stream/event-pages.ts';
import { HEARTBEAT, HEARTBEAT_MS } from '../protocol/event-stream.ts';

/**
 * A client with more unsent bytes than this gets no live events. It is served from the store once it
 * has caught up.
 */
const MAX_PENDING_BYTES = 128 * 1024;
/** Characters in one write: a larger event is written in slices, each when there is room for it. */
const MAX_WRITE_LENGTH = 64 * 1024;
/** A client that reads nothing for this long is disconnected. It can reconnect with its last event id. */
const STALL_MS = 60_000;

/** What of an event is sent, empty for nothing. Called once for each event of a run, in order. */
export type EventFrames = (event: StoredEvent) => string;

type Store = Pick<RunRepository, 'readEvents' | 'lastSeqWhenFinished'>;
export type RunStreamOptions = PublicView & {
  readonly afterSeq: number;
  readonly hub: EventHub;
  readonly store: Store;
  readonly log: Logger;
  readonly pages: EventPages;
  /** Of a visitor, whose reads delay no others. */
  readonly isStranger?: boolean | undefined;
  readonly heartbeatMs?: number | undefined;
  /** @defaultValue 60,000 */
  readonly stallMs?: number | undefined;
  /** Called once, when the stream has ended. */
  readonly onEnd?: (() => void) | undefined;
  /**
   * Of a run started by this very request: resolves when its first event is stored. Until then
   * there is nothing to read. When it rejects, nothing is sent: the caller answers with the error.
   */
  readonly accepted?: Promise<void> | undefined;
  /** @defaultValue public events as server-sent events */
  readonly frames?: EventFrames | undefined;
  /** What comes after the last event. @defaultValue nothing */
  readonly lastFrame?: (() => string) | undefined;
};

/**
 * One client's view of one run: stored events after `afterSeq`, then live ones, each once and in
 * order, ending after `done`. A `done` with status `waiting` ends it, too, unless events follow soon; a
 * client that reconnects from there stays until the run resumes.
 *
 * It either reads pages from the store or forwards events of the hub, without a buffer in between.
 * Events announced while it reads are stored already, so it only records how far to read.
 * Disconnecting has no effect on the run.
 */
export class RunStream {
  readonly #outgoing: ServerResponse;
  readonly #options: RunStreamOptions;
  readonly #leaveHub: () => void;
  readonly #heartbeat: NodeJS.Timeout;
  /** The last processed seq; the event may be filtered out by the view's level. */
  #seenSeq: number;
  /** The last seq the hub announced, and whether that was the run's end. */
  #announced = { seq: 0, isEnd: false };
  /** The last thing sent was that the run waits. */
  #isAtWait = false;
  #isLive: boolean;
  #isOver = false;
  /** What of the last event has no room yet. */
  #rest = '';
  /** The last frame in another format: an event that found no room comes again. */
  #framed = { seq: 0, frame: '' };
  #takenAtMs = performance.now();

  constructor(outgoing: ServerResponse, options: RunStreamOptions) {
    this.#outgoing = outgoing;
    this.#options = options;
    this.#seenSeq = options.afterSeq;
    this.#isLive = options.accepted !== undefined;
    // Subscribes before the first read, so that no event is lost between stored and live events.
    this.#leaveHub = options.hub.subscribe(options.runId, (events) => this.#guarded(() => this.#onEvents(events)));
    this.#heartbeat = setInterval(() => this.#sendHeartbeat(), options.heartbeatMs ?? HEARTBEAT_MS).unref();
    outgoing.on('close', () => this.#leave());
    outgoing.on('error', () => this.#leave());
    // A client that disconnected during the lookup has already emitted `close`.
    if (outgoing.closed) this.#leave();
    else if (options.accepted)
      options.accepted.then(
        () => this.#onAccepted(),
        () => this.#leave(),
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
    if (!isGapless || this.#isFull || this.#rest !== '') {
      void this.#catchUp();
      return;
    }
    this.#send(next);
    this.#endIfSeen();
    if (this.#seenSeq < last.seq || this.#rest !== '') void this.#catchUp();
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
    const { runId, store, pages, isStranger } = this.#options;
    if (this.#isFull) return this.#drained();
    await pages.turn();
    if (this.#isOver) return;
    if (this.#rest !== '') {
      this.#writeSlices(this.#rest);
      if (this.#rest !== '') return;
      this.#endIfSeen();
      if (this.#isOver) return;
    }
    const page = await pages.read(store, { runId, afterSeq: this.#seenSeq, isStranger });
    const events = page.events.length > 0 || !page.isShared ? page.events : await store.readEvents(runId, this.#seenSeq, 1);
    if (page.isShared) await pages.turn();
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

  /**
   * As much as the client has room for; the rest is read again once it has. One write a commit, not
   * one an event.
   */
  #send(events: readonly StoredEvent[]): void {
    let frames = '';
    for (const event of events) {
      const frame = this.#frameOf(event);
      if (frames.length + frame.length > MAX_WRITE_LENGTH && frames !== '') {
        this.#writeSlices(frames);
        frames = '';
        if (this.#isFull) return;
      }
      this.#seenSeq = event.seq;
      frames += frame;
      this.#isAtWait = event.type === 'done' && !isTerminalEvent(event) && !isPassingEvent(event);
      if (isTerminalEvent(event)) this.#announced = { seq: event.seq, isEnd: true };
    }
    if (frames !== '') this.#writeSlices(frames);
  }

  #frameOf(event: StoredEvent): string {
    const { frames } = this.#options;
    if (!frames) return sharedFrame(event, this.#options);
    if (this.#framed.seq !== event.seq) this.#framed = { seq: event.seq, frame: frames(event) };
    return this.#framed.frame;
  }

  /** As many slices as there is room for; the rest waits. */
  #writeSlices(text: string): void {
    let from = 0;
    while (from < text.length && !this.#isFull) {
      const to = endOfSlice(text, from);
      this.#outgoing.write(text.slice(from, to), () => {
        this.#takenAtMs = performance.now();
      });
      from = to;
    }
    this.#rest = text.slice(from);
  }

  #endIfSeen(): void {
    if (this.#rest === '' && this.#announced.isEnd && this.#seenSeq >= this.#announced.seq) this.#end();
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

  #sendHeartbeat(): void {
    // The run is not stored yet.
    if (!this.#outgoing.headersSent) return;
    if (this.#outgoing.writableLength === 0 && this.#rest === '') {
      this.#takenAtMs = performance.now();
      this.#outgoing.write(HEARTBEAT);
    } else if (performance.now() - this.#takenAtMs > (this.#options.stallMs ?? STALL_MS)) {
      this.#leave();
      this.#outgoing.destroy();
    }
  }

  #fail(error: unknown): void {
    if (this.#isOver) return;
    this.#options.log.error('a stream of events broke off', { runId: this.#options.runId, error });
    this.#leave();
    // Not an orderly end: the client reconnects with its last event id.
    this.#outgoing.destroy();
  }

  #end(): void {
    this.#leave();
    this.#outgoing.end(this.#options.lastFrame?.());
  }

  #leave(): void {
    if (!this.#isOver) this.#options.onEnd?.();
    this.#isOver = true;
    clearInterval(this.#heartbeat);
    this.#leaveHub();
  }
}

/** No slice ends within a pair of surrogates. */
function endOfSlice(text: string, from: number): number {
  const to = Math.min(from + MAX_WRITE_LENGTH, text.length);
  const last = text.charCodeAt(to - 1);
  return to < text.length && last >= 0xd800 && last <= 0xdbff ? to - 1 : to;
}

type SharedFrame = Pick<RunStreamOptions, 'language' | 'decides' | 'isVisitor'> & { readonly frame: string };
const sharedFrames = new WeakMap<StoredEvent, Map<ReadonlySet<string> | string, SharedFrame>>();

/**
 * The frame of a large event is made once for all streams that show it in the same way, while any
 * of them has the event.
 */
function sharedFrame(event: StoredEvent, view: RunStreamOptions): string {
  if (event.json.length < MAX_WRITE_LENGTH) return toPublicFrame(event, view);
  const frames = sharedFrames.get(event) ?? new Map<ReadonlySet<string> | string, SharedFrame>();
  sharedFrames.set(event, frames);
  const shown = view.level === 'full' ? 'full' : (view.texts ?? 'summary');
  const { language, decides, isVisitor } = view;
  const known = frames.get(shown);
  const isSame = known?.language === language && known?.decides === decides && known?.isVisitor === isVisitor;
  if (known && isSame) return known.frame;
  const frame = toPublicFrame(event, view);
  frames.set(shown, { language, decides, isVisitor, frame });
  return frame;
}

/** The run continues so soon that its clients stay. */
function isPassingEvent(stored: StoredEvent): boolean {
  const event = readStoredEvent(stored);
  return event?.type === 'done' && isShortWait(event, { nowMs: event.at, mostMs: STREAMED_WAIT_MS });
}

const doneSchema = z.object({ status: runStatusSchema });
/** In the events of all builds the status precedes the outputs, which may be megabytes. */
const DONE_STATUS = /^\{"seq":\d+,"at":\d+,"v":\d+,"type":"done","status":"([a-z]+)"/;

/** Nothing comes after it; after a `done` that says `waiting` something may. */
function isTerminalEvent({ type, json }: StoredEvent): boolean {
  if (type !== 'done') return false;
  const [, status] = DONE_STATUS.exec(json) ?? [];
  return isTerminal(doneSchema.parse(status === undefined ? JSON.parse(json) : { status }).status);
}
