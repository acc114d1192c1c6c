import type { OpenedTurn } from '#lib/ports/run-store.ts';
import { FIRST_TURN, sessionStateSchema } from '#lib/run/session-state.ts';
import type { RunContext } from './scopes/run-context.ts';

/** Continues the session where the turn before left it. A state that this build cannot read begins it anew. */
export function beginTurn({ workflow, log }: RunContext, { afterRunId, state, skill = null }: OpenedTurn): void {
  const before = state === null ? undefined : sessionStateSchema.safeParse(JSON.parse(state)).data;
  const begun = before ? { ...before, turn: before.turn + 1 } : { ...FIRST_TURN, ...(skill !== null && { skill }) };
  workflow.session.restore(begun);
  workflow.memory.open(begun.memories);
  log.emit({ type: 'session_opened', turn: begun.turn, ...(afterRunId !== null && { afterRunId }), state: begun });
}
