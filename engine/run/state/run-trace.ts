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
  readonly #options: TraceOptions;
  /** Made by the first request that carries it. */
  #trace: ReturnType<typeof traceOfRun> | undefined;

  constructor(options: TraceOptions) {
    this.#options = options;
  }

  /** Headers of a request made inside that span; none where traces are not exported. */
  headersFor(span: SpanKey): Readonly<Record<string, string>> {
    const { runId, traceparent, isSent } = this.#options;
    if (!isSent) return {};
    this.#trace ??= traceOfRun(runId, traceparent);
    return { traceparent: traceparentOf(this.#trace, spanIdOf(runId, span)) };
  }
}
