import type { OpenApproval } from '#lib/run/run-state.ts';

/** Whether a person must decide: a wait ends by itself, and a tool of the caller with the caller's result. */
export function needsDecision({ kind }: Pick<OpenApproval, 'kind'>): boolean {
  return kind !== 'wait' && kind !== 'caller';
}
