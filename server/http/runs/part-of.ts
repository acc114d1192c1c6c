import type { RunPart } from '#lib/ports/run-service.ts';

/** Which part of its workflow a run is asked for, ready to be spread; nothing where it is all of it, without a stop. */
export function partOf({ until, breakpoints = [] }: RunPart): { part?: RunPart } {
  if (!until && breakpoints.length === 0) return {};
  return { part: { ...(until && { until }), ...(breakpoints.length > 0 && { breakpoints }) } };
}
