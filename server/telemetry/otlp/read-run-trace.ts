import { asJson } from '#lib/json/json-value.ts';
import type { RunStore } from '#lib/ports/run-store.ts';
import type { PublicEvent } from '#lib/run/public-event.ts';
import type { RunEvent, RunEventOf } from '#lib/run/run-event.ts';
import type { Span } from '#lib/run/span.ts';
import { readCurrentEvent, toPublicEvent } from '#lib/run/to-public-event.ts';
import { emptyTrace, extendTrace, type Trace } from '#lib/run/trace.ts';

/** Bounds how long the event loop is blocked while one page is processed. */
const PAGE_EVENTS = 200;

/** A range of a run's event log. The spans that ended in it are exported. */
export type TracePart = {
  readonly runId: string;
  /**
   * Spans that ended up to here were exported before. Undefined if an earlier process executed the
   * run: then that is the end of its last execution before `firstSeq`.
   */
  readonly afterSeq: number | undefined;
  /** The first event of the run that this process stored. */
  readonly firstSeq: number;
  readonly untilSeq: number;
};

/** Data of a run's log that the export needs besides its spans. */
export type RunFacts = {
  readonly started: RunEventOf<'run_started'>;
  /** Set once the run has ended. */
  readonly ended?: RunEventOf<'done'>;
  /** By call id. */
  readonly models: ReadonlyMap<string, RunEventOf<'llm_call'>>;
};

export type RunTrace = RunFacts & { readonly runId: string; readonly trace: Trace; readonly ended?: RunEventOf<'done'> } & {
  /** The spans that ended in the range. */
  readonly spans: readonly Span[];
};

type Options = { readonly store: Pick<RunStore, 'readEvents'>; readonly withContents: boolean };

/** Reads a run's log up to the end of a range. @returns undefined if no event of the run is stored */
export async function readRunTrace(part: TracePart, { store, withContents }: Options): Promise<RunTrace | undefined> {
  const { runId, untilSeq } = part;
  const reader = new TraceReader(part, withContents);
  for (let afterSeq = 0; afterSeq < untilSeq; ) {
    const stored = await store.readEvents(runId, afterSeq, PAGE_EVENTS);
    const last = stored.at(-1);
    if (!last) break;
    reader.append(stored.flatMap((event) => (event.seq <= untilSeq ? (readCurrentEvent(event) ?? []) : [])));
    afterSeq = last.seq;
  }
  return reader.result;
}

class TraceReader {
  readonly #part: TracePart;
  readonly #withContents: boolean;
  readonly #models = new Map<string, RunEventOf<'llm_call'>>();
  #trace = emptyTrace;
  #exported: ReadonlySet<number> = new Set();
  #started: RunEventOf<'run_started'> | undefined;
  #ended: RunEventOf<'done'> | undefined;

  constructor(part: TracePart, withContents: boolean) {
    this.#part = part;
    this.#withContents = withContents;
  }

  /** Splits a page at the end of the exported range, to record which spans had ended by then. */
  append(events: readonly RunEvent[]): void {
    let batch: RunEvent[] = [];
    for (const event of events) {
      batch.push(event);
      if (!this.#isEndOfExported(event)) continue;
      this.#extend(batch);
      batch = [];
      this.#exported = new Set(this.#trace.spans.filter((span) => isFinal(span, this.#trace)).map(({ index }) => index));
    }
    this.#extend(batch);
  }

  #isEndOfExported({ type, seq }: RunEvent): boolean {
    const { afterSeq, firstSeq: seenSeq } = this.#part;
    return afterSeq === undefined ? type === 'done' && seq < seenSeq : seq === afterSeq;
  }

  #extend(events: readonly RunEvent[]): void {
    for (const event of events) this.#collect(event);
    this.#trace = extendTrace(
      this.#trace,
      events.flatMap((event) => this.#toPublic(event) ?? []),
    );
  }

  #collect(event: RunEvent): void {
    if (event.type === 'run_started') this.#started = event;
    if (event.type === 'llm_call') this.#models.set(event.callId, this.#withContents ? event : withoutRequest(event));
    if (event.type === 'done') this.#ended = event.status === 'waiting' ? undefined : event;
  }

  /** Without contents, text deltas are kept empty: the time of the first token is derived from them. */
  #toPublic(event: RunEvent): PublicEvent | undefined {
    const isDelta = event.type === 'content' || event.type === 'thinking';
    const shown = isDelta && !this.#withContents ? { ...event, content: '' } : event;
    return toPublicEvent(shown, { runId: this.#part.runId, level: this.#withContents || isDelta ? 'full' : 'summary' });
  }

  get result(): RunTrace | undefined {
    if (!this.#started) return undefined;
    const trace = this.#trace;
    const spans = trace.spans.filter((span) => !this.#exported.has(span.index) && (this.#ended || isFinal(span, trace)));
    return {
      runId: this.#part.runId,
      started: this.#started,
      ...(this.#ended && { ended: this.#ended }),
      models: this.#models,
      trace,
      spans: spans.filter(({ startMs, endMs }) => startMs !== undefined && endMs !== undefined),
    };
  }
}

/** An iteration is reopened when another of its nodes starts, so it is final when its container is. */
function isFinal(span: Span, { spans, open }: Trace): boolean {
  const owner = span.kind === 'iteration' && span.parent !== undefined ? spans[span.parent] : span;
  return owner !== undefined && !open.has(owner.index);
}

const MODEL_SETTINGS: readonly string[] = ['temperature', 'maxOutputTokens', 'isStreamed'];

/** Removes prompts and keeps the model settings, which are no content. */
function withoutRequest(event: RunEventOf<'llm_call'>): RunEventOf<'llm_call'> {
  const { settings = {} } = (event.request ?? {}) as { settings?: Record<string, unknown> };
  const kept = Object.fromEntries(Object.entries(settings).filter(([name]) => MODEL_SETTINGS.includes(name)));
  return { ...event, request: asJson({ settings: kept }) };
}
