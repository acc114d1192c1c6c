import type { SessionTurnResource } from '#lib/api/sessions.contract.ts';
import type { SessionRow } from '../../db/repositories/session-repository.ts';
import type { HandlerContext } from '../handler-kit/define-handler.ts';
import { toTurn } from '../resources/session-resource.ts';

/** The turns of all branches as a caller sees them. */
export async function loadTurns(
  session: SessionRow,
  { repos, deps, workspaceId, endpoint, language }: HandlerContext,
): Promise<SessionTurnResource[]> {
  const turns = await repos.sessions.turns(session);
  const runIds = turns.map(({ runId }) => runId);
  const artifacts = await deps.files.store.index.artifactsOfRuns(workspaceId, runIds);
  return turns.map((turn) => toTurn(turn, { endpoint, language, artifacts }));
}
