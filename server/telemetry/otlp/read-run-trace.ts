import type { RunStore } from '#lib/ports/run-store.ts';
import type { PublicEvent } from '#lib/run/public-event.ts';
import type { RunEvent, RunEventOf } from '#lib/run/run-event.ts';
import type { Span } from '#lib/run/span.ts';
import { readCurrentEvent, toPublicEvent } from '#lib/run/to-public-event.ts';
import { emptyTrace, extendTrace, type Trace } from '#lib/run/trace.ts';

/** Events that are read, and hold up everything else while they are looked at, in one go. */
const PAGE_EVENTS = 200;

/** A stretch of a run's log, whose spans are sent: those that ended in it. */
export type TracePart = {
  readonly runId: string;
  /**
   * What had ended by then is sent already; undefined where an earlier process may have: then it is
   * what had ended when the run last waited.
   */
  readonly afterSeq: number | undefined;
  /** The first event that this process wrote of it. */
  readonly seenSeq: number;
  readonly untilSeq: number;
};

/** Attributes of a log besides its spans. */
export type RunFacts = {
  readonly started: RunEventOf<'run_started'>;
  /** Set once the run has ended. */
  readonly ended?: RunEventOf<'done'>;
  /** By id of the call. */
  readonly models: ReadonlyMap<string, RunEventOf<'llm_call'>>;
};

export type RunTrace = RunFacts & { readonly runId: string; readonly trace: Trace; readonly ended?: RunEventOf<'done'> } & {
  /** Spans that ended in the requested part. */
  readonly spans: readonly Span[];
};

type Options = { readonly store: Pick<RunStore, 'readEvents'>; readonly withContents: boolean };

/** Reads a run's log up to the end of a part. @returns undefined when nothing of it is stored (any more) */
export async function readRunTrace(part: TracePart, { store, withContents }: Options): Promise<RunTrace | undefined> {
  const { runId, untilSeq } = part;
  const reading = new Reading(part, withContents);
  for (let afterSeq = 0; afterSeq < untilSeq; ) {
    const stored = await store.readEvents(runId, afterSeq, PAGE_EVENTS);
    const last = stored.at(-1);
    if (!last) break;
    reading.take(stored.flatMap((event) => (event.seq <= untilSeq ? (readCurrentEvent(event) ?? []) : [])));
    afterSeq = last.seq;
  }
  return reading.result;
}

class Reading {
  readonly #part: TracePart;
  readonly #withContents: boolean;
  readonly #models = new Map<string, RunEventOf<'llm_call'>>();
  #trace = emptyTrace;
  #sent: ReadonlySet<number> = new Set();
  #started: RunEventOf<'run_started'> | undefined;
  #ended: RunEventOf<'done'> | undefined;

  constructor(part: TracePart, withContents: boolean) {
    this.#part = part;
    this.#withContents = withContents;
  }

  /**
   * Spans are compared at the border of a page by whether they had ended, so that a page is read in
   * pieces.
   */
  take(events: readonly RunEvent[]): void {
    let piece: RunEvent[] = [];
    for (const event of events) {
      piece.push(event);
      if (!this.#isBorder(event)) continue;
      this.#extend(piece);
      piece = [];
      this.#sent = new Set(this.#trace.spans.filter((span) => isFinal(span, this.#trace)).map(({ place }) => place));
    }
    this.#extend(piece);
  }

  #isBorder({ type, seq }: RunEvent): boolean {
    const { afterSeq, seenSeq } = this.#part;
    return afterSeq === undefined ? type === 'done' && seq < seenSeq : seq === afterSeq;
  }

  #extend(events: readonly RunEvent[]): void {
    for (const event of events) this.#note(event);
    this.#trace = extendTrace(
      this.#trace,
      events.flatMap((event) => this.#shown(event) ?? []),
    );
  }

  #note(event: RunEvent): void {
    if (event.type === 'run_started') this.#started = event;
    if (event.type === 'llm_call') this.#models.set(event.callId, this.#withContents ? event : withoutRequest(event));
    if (event.type === 'done') this.#ended = event.status === 'waiting' ? undefined : event;
  }

  /** A reader of the summary sees no prompts and no values; of what a model wrote, only when it began. */
  #shown(event: RunEvent): PublicEvent | undefined {
    const isDelta = event.type === 'content' || event.type === 'thinking';
    const shown = isDelta && !this.#withContents ? { ...event, content: '' } : event;
    return toPublicEvent(shown, { runId: this.#part.runId, level: this.#withContents || isDelta ? 'full' : 'summary' });
  }

  get result(): RunTrace | undefined {
    if (!this.#started) return undefined;
    const trace = this.#trace;
    const spans = trace.spans.filter((span) => !this.#sent.has(span.place) && (this.#ended || isFinal(span, trace)));
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

/**
 * Whether it cannot change any more. An iteration continues while another of its nodes starts: it
 * ends with its container.
 */
function isFinal(span: Span, { spans, open }: Trace): boolean {
  const holder = span.kind === 'pass' && span.parent !== undefined ? spans[span.parent] : span;
  return holder !== undefined && !open.has(holder.place);
}

const SETTINGS: readonly string[] = ['temperature', 'maxOutputTokens', 'isStreamed'];

/** Prompts are content; model settings are not. */
function withoutRequest(event: RunEventOf<'llm_call'>): RunEventOf<'llm_call'> {
  const { settings = {} } = (event.request ?? {}) as { settings?: Record<string, unknown> };
  const kept = Object.fromEntries(Object.entries(settings).filter(([name]) => SETTINGS.includes(name)));
  return { ...event, request: { settings: kept } as never };
}
