import type { RunPart } from '#lib/ports/run-service.ts';

/** The part of a workflow to execute, ready to be spread; empty for all of it without a breakpoint. */
export function partOf({ until, breakpoints = [], skip = [] }: RunPart): { part?: RunPart } {
  if (!until && breakpoints.length === 0 && skip.length === 0) return {};
  return {
    part: {
      ...(until && { until }),
      ...(breakpoints.length > 0 && { breakpoints }),
      ...(skip.length > 0 && { skip }),
    },
  };
}
