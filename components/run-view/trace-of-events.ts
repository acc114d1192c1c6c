import type { PublicEvent } from '#lib/run/public-event.ts';
import { RunHistory } from '#lib/run/run-history.ts';
import { emptyTrace, extendTrace, type Trace } from '#lib/run/trace.ts';

type Events = readonly PublicEvent[];

const traces = new WeakMap<Events, { readonly trace: Trace; readonly count: number }>();
const histories = new WeakMap<Events, RunHistory>();

/** The trace of a run's events, which may grow in place. Reads only events added since the last call. */
export function traceOf(events: Events): Trace {
  const known = traces.get(events) ?? { trace: emptyTrace, count: 0 };
  if (known.count === events.length) return known.trace;
  const trace = extendTrace(known.trace, events.slice(known.count));
  traces.set(events, { trace, count: events.length });
  return trace;
}

/** The one history of these events, which may grow in place. */
export function historyOf(events: Events): RunHistory {
  const known = histories.get(events);
  if (known) return known;
  const made = new RunHistory(events);
  histories.set(events, made);
  return made;
}
