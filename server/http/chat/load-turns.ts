import type { SessionTurnResource } from '#lib/api/sessions.contract.ts';
import type { SessionRow } from '../../db/repositories/session-repository.ts';
import { readerOf } from '../../db/stores/endpoint-owner.ts';
import { leavingFiles } from '../files/run-file-leaves.ts';
import type { HandlerContext } from '../handler-kit/define-handler.ts';
import { toTurn } from '../resources/session-resource.ts';

/** The turns of all branches as a caller sees them. */
export async function loadTurns(session: SessionRow, context: HandlerContext): Promise<SessionTurnResource[]> {
  const { repos, deps, workspaceId, endpoint, language } = context;
  const turns = await repos.sessions.turns(session);
  const runIds = turns.map(({ runId }) => runId);
  const files = await deps.files.store.index.artifactsOfRuns(workspaceId, runIds, readerOf(endpoint));
  const artifacts = await leavingFiles(files, context);
  return turns.map((turn) => toTurn(turn, { endpoint, language, artifacts }));
}
