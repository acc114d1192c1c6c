import { z } from 'zod';
import { type ClaimedRun, type RunDeployment, workspaceId } from '#lib/ports/run-store.ts';
import { IS_NO_SUSPECT, MAY_BE_TAKEN } from './lease-store.ts';
import { toldRuns } from './waiting-approvals.ts';

const IS_FREE = "status = 'queued' AND holder = '' AND id <> ALL ($3)";

export const CLAIMED = `id AS "runId", workspace_id AS "workspaceId", workflow_id AS "workflowId", workflow_name AS "workflowName",
  document_hash AS "documentHash", mode, inputs, node_id AS "nodeId", lease_token::text AS "leaseToken", last_seq AS "lastSeq",
  slug, version, end_user AS "user", session_id AS "sessionId", model, tool_names AS "toolNames", key_id AS "keyId", takeovers AS "crashCount",
  (extract(epoch FROM coalesce(started_at, created_at)) * 1000)::float8 AS "createdAtMs"`;

/**
 * At most $2 queued runs that nobody holds, but for those of $3, and of the suspects among them one: see `MAY_BE_TAKEN`.
 */
export const CLAIM_FREE = `UPDATE runs SET lease_token = lease_token + 1, holder = $1, status = 'running', started_at = coalesce(started_at, CURRENT_TIMESTAMP)
  WHERE id IN (SELECT id FROM runs WHERE ${IS_FREE} AND (${IS_NO_SUSPECT} OR id = (SELECT min(id) FROM runs WHERE ${IS_FREE} AND ${MAY_BE_TAKEN} AND NOT (${IS_NO_SUSPECT})))
    ORDER BY id LIMIT $2 FOR UPDATE)
  RETURNING ${CLAIMED}`;

/**
 * The run $2 that waits, or is queued and held by nobody, when there is news for it; nobody does anything with a run that waits.
 */
export const CLAIM_TOLD = `UPDATE runs SET lease_token = lease_token + 1, holder = $1, status = 'running'
  WHERE id = $2 AND (status = 'waiting' OR (status = 'queued' AND holder = '')) AND EXISTS (${toldRuns('AND run_id = $2')}) RETURNING ${CLAIMED}`;

/** `toolNames` is JSON; what belongs to a published run is null for others. */
type DeploymentColumns = Record<'slug' | 'user' | 'sessionId' | 'model' | 'toolNames' | 'keyId', string | null> & {
  version: number | null;
};
export type ClaimedRow = Omit<ClaimedRun, 'leaseToken' | 'workspaceId' | 'deployment'> &
  DeploymentColumns & { leaseToken: string; workspaceId: string };

export function toClaimedRun(row: ClaimedRow): ClaimedRun {
  const { slug, version, user, sessionId, model, toolNames, keyId, ...run } = row;
  const claimed = { ...run, workspaceId: workspaceId(row.workspaceId), leaseToken: Number(row.leaseToken) };
  if (slug === null || version === null) return claimed;
  const deployment: RunDeployment = {
    slug,
    version,
    ...(user !== null && { user }),
    ...(sessionId !== null && { sessionId }),
    ...(model !== null && { model }),
    ...(keyId !== null && { keyId }),
    ...(toolNames !== null && { toolNames: z.array(z.string()).parse(JSON.parse(toolNames)) }),
  };
  return { ...claimed, deployment };
}
