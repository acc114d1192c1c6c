import type { SpanKey } from '#lib/run/span.ts';
import { spanIdOf, traceOfRun, traceparentOf } from '#lib/run/trace-context.ts';

type TraceOptions = {
  readonly runId: string;
  /** Of the request that started the run. */
  readonly traceparent: string | undefined;
  /** Whether outgoing requests carry `traceparent`. */
  readonly isSent: boolean;
};

/** The trace context that requests of a run carry. */
export class RunTrace {
  readonly #runId: string;
  readonly #trace: ReturnType<typeof traceOfRun>;
  readonly #isSent: boolean;

  constructor({ runId, traceparent, isSent }: TraceOptions) {
    this.#runId = runId;
    this.#trace = traceOfRun(runId, traceparent);
    this.#isSent = isSent;
  }

  /** Headers of a request made inside that span; none where traces are not exported. */
  headersFor(span: SpanKey): Readonly<Record<string, string>> {
    return this.#isSent ? { traceparent: traceparentOf(this.#trace, spanIdOf(this.#runId, span)) } : {};
  }
}
