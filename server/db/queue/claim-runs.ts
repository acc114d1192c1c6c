import { z } from 'zod';
import { type ClaimedRun, type RunDeployment, workspaceId } from '#lib/ports/run-store.ts';
import { callerToolsSchema } from '#lib/run/caller-tools.ts';
import type { Owner } from '#lib/run/owner.ts';
import { ownerColumn } from '../database/owner-sql.ts';
import { constant, param, type Sql, sql } from '../database/sql.ts';
import { hasPendingSignal } from './pending-signals.ts';

export const CLAIMED =
  constant(`id AS "runId", workspace_id AS "workspaceId", workflow_id AS "workflowId", workflow_name AS "workflowName",
  document_hash AS "documentHash", mode, inputs, node_id AS "nodeId", lease_token::text AS "leaseToken", last_seq AS "lastSeq",
  slug, version, end_user AS "user", session_id AS "sessionId", model, tool_names AS "toolNames", caller_tools AS "callerTools", ${ownerColumn('runs').text},
  session_key AS "sessionKey", turn_after AS "turnAfter", turn_message AS "turnMessage", takeovers AS "crashCount",
  (extract(epoch FROM coalesce(started_at, created_at)) * 1000)::float8 AS "createdAtMs"`);

/** Claims a run that waits, or is queued without an owner, when it has a pending signal. */
export function claimWithPendingSignal({ instanceId, runId }: { readonly instanceId: string; readonly runId: string }): Sql {
  const run = param(runId);
  return sql`UPDATE runs SET lease_token = lease_token + 1, holder = ${instanceId}, status = 'running'
    WHERE id = ${run} AND (status = 'waiting' OR (status = 'queued' AND holder = '')) AND ${hasPendingSignal(run)}
    RETURNING ${CLAIMED}`;
}

/** `toolNames` and `callerTools` are JSON; what belongs to a published run is null for others. */
type DeploymentColumns = Record<'slug' | 'user' | 'sessionId' | 'model' | 'toolNames' | 'callerTools', string | null> & {
  version: number | null;
  owner: Owner;
};
type TurnColumns = Record<'sessionKey' | 'turnAfter' | 'turnMessage', string | null>;
export type ClaimedRow = Omit<ClaimedRun, 'leaseToken' | 'workspaceId' | 'deployment' | 'session'> &
  DeploymentColumns &
  TurnColumns & { leaseToken: string; workspaceId: string };

export function toClaimedRun(row: ClaimedRow): ClaimedRun {
  const { slug, version, user, sessionId, model, toolNames, callerTools, owner, sessionKey, turnAfter, turnMessage, ...run } =
    row;
  const session = sessionKey !== null && {
    sessionKey,
    message: turnMessage ?? '',
    ...(turnAfter !== null && { afterRunId: turnAfter }),
  };
  const owned = { workspaceId: workspaceId(row.workspaceId), leaseToken: Number(row.leaseToken) };
  const claimed = { ...run, ...owned, ...(session && { session }) };
  if (slug === null || version === null) return claimed;
  const deployment: RunDeployment = {
    slug,
    version,
    owner,
    ...(user !== null && { user }),
    ...(sessionId !== null && { sessionId }),
    ...(model !== null && { model }),
    ...(toolNames !== null && { toolNames: z.array(z.string()).parse(JSON.parse(toolNames)) }),
    ...(callerTools !== null && { callerTools: callerToolsSchema.parse(JSON.parse(callerTools)) }),
  };
  return { ...claimed, deployment };
}
