import { elapsedTime } from '#lib/async/elapsed-time.ts';
import type { EventHub } from '#lib/ports/event-hub.ts';
import type { Logger } from '#lib/ports/logger.ts';
import type { RunStore } from '#lib/ports/run-store.ts';
import type { Clock } from '#lib/ports/runtime.ts';
import type { StoredEvent } from '#lib/run/run-event.ts';
import type { OtlpSettings } from './otlp-settings.ts';
import { type Attributes, type OtlpSpan, toAttributes } from './otlp-span.ts';
import { readRunTrace, type TracePart } from './read-run-trace.ts';
import type { SendSpans } from './send-spans.ts';
import { toOtlpSpans } from './to-otlp-spans.ts';

/** Queue capacity. A part is a range of a run's log, whose spans are read when it is exported. */
const MAX_PARTS = 2000;
/** Limit of tracked runs. */
const MAX_RUNS = 10_000;
/** A long run is exported in parts; each covers twice the time of the previous one. */
const FIRST_PART_MS = 30_000;
const MAX_BATCH_SPANS = 512;
/** Collectors take 20 MB by default, and each character may be several bytes. */
const MAX_BATCH_CHARS = 4_000_000;
const FIRST_RETRY_MS = 1000;
const MAX_RETRY_MS = 30_000;
/** Limit of the final flush when the process ends. */
const FLUSH_MS = 5000;

type Watched = { afterSeq: number | undefined; readonly seenSeq: number; dueAtMs: number; partMs: number };

/** Outcome of a part; `dropped`: the queue was full, or the process ended. */
export type PartOutcome = 'sent' | 'refused' | 'dropped';

export type TraceExporterOptions = {
  readonly store: Pick<RunStore, 'readEvents'>;
  readonly settings: Pick<OtlpSettings, 'resource' | 'withContents'>;
  readonly send: SendSpans;
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: Pick<Logger, 'warn' | 'error'>;
  readonly countPart: (outcome: PartOutcome) => void;
  readonly countSpans: (count: number) => void;
  readonly version: string;
  /** @defaultValue 2000 */
  readonly maxParts?: number;
};

/**
 * Exports finished spans. The process that stores the end or suspension of a run exports the spans
 * that ended since the last export. It queues ranges of the log and reads them later, so a slow
 * collector never blocks a run.
 */
export class TraceExporter implements Pick<EventHub, 'publish'> {
  readonly #options: TraceExporterOptions;
  readonly #elapsed: () => number;
  readonly #watched = new Map<string, Watched>();
  readonly #queue: TracePart[] = [];
  readonly #closing = new AbortController();
  readonly #deadline = new AbortController();
  #working: Promise<void> | undefined;
  #isUnreachable = false;

  constructor(options: TraceExporterOptions) {
    this.#options = options;
    this.#elapsed = elapsedTime(options.clock);
  }

  /** Number of queued parts. */
  get waiting(): number {
    return this.#queue.length;
  }

  /** Events of a run have been stored by this process. */
  publish(runId: string, events: readonly StoredEvent[]): void {
    const [first] = events;
    const last = events.at(-1);
    if (!first || !last || this.#closing.signal.aborted) return;
    // The process that dequeues the run exports it.
    if (last.type === 'queued') {
      this.#watched.delete(runId);
      return;
    }
    const run = this.#watched.get(runId) ?? this.#watch(runId, first.seq);
    const isOver = last.type === 'done';
    if (!isOver && this.#elapsed() < run.dueAtMs) return;
    this.#enqueue({ runId, afterSeq: run.afterSeq, firstSeq: run.seenSeq, untilSeq: last.seq });
    if (isOver) {
      this.#watched.delete(runId);
      return;
    }
    run.afterSeq = last.seq;
    run.partMs *= 2;
    run.dueAtMs = this.#elapsed() + run.partMs;
  }

  #watch(runId: string, seenSeq: number): Watched {
    const [oldest] = this.#watched.keys();
    if (oldest !== undefined && this.#watched.size >= MAX_RUNS) this.#watched.delete(oldest);
    const dueAtMs = this.#elapsed() + FIRST_PART_MS;
    const watched = { afterSeq: seenSeq === 1 ? 0 : undefined, seenSeq, dueAtMs, partMs: FIRST_PART_MS };
    this.#watched.set(runId, watched);
    return watched;
  }

  #enqueue(part: TracePart): void {
    const { maxParts = MAX_PARTS, countPart } = this.#options;
    if (this.#queue.length >= maxParts) {
      countPart('dropped');
      return;
    }
    this.#queue.push(part);
    this.#working ??= this.#work().finally(() => {
      this.#working = undefined;
    });
  }

  async #work(): Promise<void> {
    for (let part = this.#queue[0]; part; part = this.#queue[0]) {
      const { runId } = part;
      const outcome = await this.#export(part).catch((error: unknown): PartOutcome => {
        this.#options.log.error('the trace of a run could not be read for its export', { runId, error });
        return 'dropped';
      });
      this.#queue.shift();
      if (outcome) this.#options.countPart(outcome);
    }
  }

  /** @returns undefined for a part without spans */
  async #export(part: TracePart): Promise<PartOutcome | undefined> {
    if (this.#deadline.signal.aborted) return 'dropped';
    const run = await readRunTrace(part, { store: this.#options.store, withContents: this.#options.settings.withContents });
    const spans = run ? toOtlpSpans(run) : [];
    if (spans.length === 0) return undefined;
    const outcomes = new Set<PartOutcome>();
    for (const batch of batchesOf(spans)) outcomes.add(await this.#deliver(batch));
    return (['dropped', 'refused'] as const).find((bad) => outcomes.has(bad)) ?? 'sent';
  }

  /** Retries until delivered; meanwhile new parts wait in the bounded queue. */
  async #deliver(batch: readonly string[]): Promise<PartOutcome> {
    const { send, clock, random, log, countSpans } = this.#options;
    const body = this.#envelope(batch);
    for (let attempt = 0; ; attempt++) {
      const wasClosing = this.#closing.signal.aborted;
      const sending = await send(body, this.#deadline.signal);
      if (sending.outcome === 'sent') {
        if (this.#isUnreachable) log.warn('spans are sent again');
        this.#isUnreachable = false;
        countSpans(batch.length - sending.rejectedSpans);
        return sending.rejectedSpans > 0 ? 'refused' : 'sent';
      }
      if (sending.outcome === 'refused') {
        log.error('spans were refused and are lost', { spans: batch.length, problem: sending.problem });
        return 'refused';
      }
      if (!this.#isUnreachable) log.warn('spans cannot be sent; they wait', { problem: sending.problem });
      this.#isUnreachable = true;
      if (wasClosing) return 'dropped';
      const delayMs = sending.retryAfterMs ?? Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 2 ** attempt) * (0.5 + random() / 2);
      // at the stop of the process, one more attempt
      await clock.sleep(Math.min(delayMs, MAX_RETRY_MS), this.#closing.signal).catch(() => {});
    }
  }

  #envelope(batch: readonly string[]): string {
    const { settings, version } = this.#options;
    const resource: Attributes = { 'service.version': version, ...settings.resource };
    const scope = JSON.stringify({ name: 'threadloom', version });
    return `{"resourceSpans":[{"resource":${JSON.stringify({ attributes: toAttributes(resource) })},"scopeSpans":[{"scope":${scope},"spans":[${batch.join()}]}]}]}`;
  }

  /** Flushes for five seconds at most; the rest is lost and counted. */
  async close(): Promise<void> {
    this.#closing.abort();
    const isOver = new AbortController();
    void this.#options.clock.sleep(FLUSH_MS, isOver.signal).then(
      () => this.#deadline.abort(),
      () => {},
    );
    await this.#working;
    isOver.abort();
    if (this.#deadline.signal.aborted) this.#options.log.warn('the process ended before all spans were sent');
  }
}

function batchesOf(spans: readonly OtlpSpan[]): string[][] {
  const batches: string[][] = [];
  let chars = 0;
  for (const span of spans) {
    const json = JSON.stringify(span);
    const batch = batches.at(-1);
    chars += json.length;
    if (batch && batch.length < MAX_BATCH_SPANS && chars <= MAX_BATCH_CHARS) {
      batch.push(json);
      continue;
    }
    batches.push([json]);
    chars = json.length;
  }
  return batches;
}
