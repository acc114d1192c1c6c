import type { z } from 'zod';
import { AppError } from '#lib/errors/app-error.ts';
import type { WorkspaceId } from '#lib/ports/run-store.ts';
import { callerToolsSchema } from '#lib/run/caller-tools.ts';
import { jsonValueSchema } from '#lib/run/json-value.ts';
import { isTerminal, runStatusSchema } from '#lib/run/run-status.ts';
import { ENDED } from '../database/fragments.ts';
import type { Db } from '../database/make-db.ts';
import { param, type Sql, sql } from '../database/sql.ts';

/** A call of a tool that the caller of a run executes. */
export type CallerCall = {
  readonly actionId: string;
  readonly runId: string;
  /** Id of the tool. */
  readonly tool: string;
  readonly args: z.output<typeof jsonValueSchema>;
  readonly isPending: boolean;
  /** Undefined until it was given, and where it came too late. */
  readonly result?: z.output<typeof jsonValueSchema>;
  /** The only key that may give its result. */
  readonly keyId: string;
  readonly slug: string;
  readonly workflowId: string | null;
  readonly isOneAtATime: boolean;
};

/** It has to fit into one event. */
const MAX_OUTPUT_CHARS = 8 * 1024 * 1024;

export type CallResult = { readonly actionId: string; readonly output: string };

export type CallerCallRepository = {
  /** Of these ids, in the order of the requests; others are omitted. */
  find(actionIds: readonly string[]): Promise<CallerCall[]>;
  /** Those of a run that wait for a result, in the order of the requests. */
  pending(runId: string): Promise<CallerCall[]>;
  /**
   * Stores all of the results or none.
   * @returns whether it did: not where one of the calls does not wait any more
   * @throws {AppError} `body-too-large`
   */
  answer(runId: string, results: readonly CallResult[], by: { readonly keyId: string; readonly nowMs: number }): Promise<boolean>;
};

type Row = { args: string; decidedArgs: string | null; callerTools: string; status: string; runStatus: string } & Pick<
  CallerCall,
  'actionId' | 'runId' | 'tool' | 'slug' | 'workflowId'
>;

const SELECT = sql`SELECT a.action_id AS "actionId", a.run_id AS "runId", a.tool, a.args, a.decided_args AS "decidedArgs", a.status,
    r.status AS "runStatus", r.slug, r.workflow_id AS "workflowId", r.caller_tools AS "callerTools"
  FROM approvals a JOIN runs r ON r.id = a.run_id`;

export function callerCallRepository({ query }: Db, workspaceId: WorkspaceId): CallerCallRepository {
  const read = async (where: Sql) => {
    const rows = await query<Row>(sql`${SELECT} WHERE a.workspace_id = ${workspaceId} AND a.kind = 'caller'
      AND r.caller_tools IS NOT NULL AND ${where} ORDER BY a.created_at, a.action_id`);
    return rows.map(toCall);
  };
  return {
    find: (actionIds) => read(sql`a.action_id = ANY (${param([...actionIds])})`),
    pending: async (runId) => (await read(sql`a.run_id = ${runId}`)).filter(({ isPending }) => isPending),
    async answer(runId, results, { keyId, nowMs }) {
      const at = param(new Date(nowMs));
      const ids = param(results.map(({ actionId }) => actionId));
      const texts = results.map(({ output }) => JSON.stringify(output));
      if (texts.some((text) => text.length > MAX_OUTPUT_CHARS))
        throw new AppError('body-too-large', `The result of a call may have at most ${MAX_OUTPUT_CHARS} characters as JSON.`);
      const outputs = param(texts);
      const rows =
        await query(sql`WITH given AS (SELECT * FROM unnest(${ids}::text[], ${outputs}::text[]) AS g(action_id, output)),
        waiting AS (SELECT a.action_id FROM approvals a JOIN runs r ON r.id = a.run_id
          WHERE a.workspace_id = ${workspaceId} AND a.run_id = ${runId} AND a.kind = 'caller' AND a.status = 'pending'
            AND a.expires_at > ${at} AND r.status NOT IN ${ENDED}
            AND a.action_id = ANY (${ids}::text[]) FOR UPDATE OF a)
        UPDATE approvals SET status = 'confirmed', decided_at = ${at}, decided_args = given.output, decided_by = ${keyId}
        FROM given WHERE approvals.action_id = given.action_id AND approvals.action_id IN (SELECT action_id FROM waiting)
          AND (SELECT count(*) FROM waiting) = (SELECT count(*) FROM given) RETURNING approvals.action_id`);
      return rows.length === results.length;
    },
  };
}

function toCall({ args, decidedArgs, callerTools, status, runStatus, ...row }: Row): CallerCall {
  const { keyId, isOneAtATime = false } = callerToolsSchema.parse(JSON.parse(callerTools));
  const hasEnded = isTerminal(runStatusSchema.parse(runStatus));
  return {
    ...row,
    keyId,
    isOneAtATime,
    args: jsonValueSchema.parse(JSON.parse(args)),
    isPending: status === 'pending' && !hasEnded,
    ...(decidedArgs !== null && { result: jsonValueSchema.parse(JSON.parse(decidedArgs)) }),
  };
}
