import type { PublicEvent } from '#lib/run/public-event.ts';
import { emptyTrace, extendTrace, type Trace } from '#lib/run/trace.ts';

type Events = readonly PublicEvent[];

const traces = new WeakMap<Events, { readonly trace: Trace; readonly count: number }>();

/** The trace of a run's events, which may grow in place. Reads only events added since the last call. */
export function traceOf(events: Events): Trace {
  const known = traces.get(events) ?? { trace: emptyTrace, count: 0 };
  if (known.count === events.length) return known.trace;
  const trace = extendTrace(known.trace, events.slice(known.count));
  traces.set(events, { trace, count: events.length });
  return trace;
}
