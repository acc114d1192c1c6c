import { createHash } from 'node:crypto';
import { z } from 'zod';
import { feedbackSchema } from '#lib/api/feedback.contract.ts';
import { chatAnswerSchema } from '#lib/chat/chat-answer.ts';
import { AppError } from '#lib/errors/app-error.ts';
import type { WorkspaceId } from '#lib/ports/run-store.ts';
import { jsonObjectSchema } from '#lib/run/json-value.ts';
import { keyIdOf, MEMBER, type Owner, type Reader } from '#lib/run/owner.ts';
import { isTerminal, type RunStatus, runStatusSchema } from '#lib/run/run-status.ts';
import { type SessionState, sessionStateSchema } from '#lib/run/session-state.ts';
import { newSessionTitles } from '#lib/run/session-title.ts';
import { ENDED } from '../database/fragments.ts';
import type { Db } from '../database/make-db.ts';
import { ownerColumn, ownerCondition } from '../database/owner-sql.ts';
import { constant, type Sql, sql } from '../database/sql.ts';
import { deleteGone } from '../stores/delete-gone.ts';
import { makePage, type Page, pageSize, readCursor } from './page-cursor.ts';
import { parentsFirst } from './parents-first.ts';

/** Turns of one session that are read; a longer one shows its latest. */
const MAX_TURNS = 2000;
const MAX_TITLE_CHARS = 200;
/** A visitor costs nothing, so that its sessions are bounded; those of a key are not. */
const MAX_PER_VISITOR = 200;
/** As `ChatPages` names them. */
/** The first message replaces them. */
const NEW_TITLES = [...newSessionTitles];

/** What identifies a session: the workflow or deployment that it talks to, whose it is, and its name. */
export type SessionOwner = {
  /** Of a published workflow. */
  readonly slug?: string | undefined;
  /** Of a draft. */
  readonly workflowId?: string | undefined;
  readonly owner: Owner;
  readonly user?: string | undefined;
  readonly name: string;
};

export type SessionMetadata = z.output<typeof jsonObjectSchema>;

export type SessionRow = {
  readonly sessionKey: string;
  readonly name: string;
  readonly title: string;
  readonly slug: string | null;
  readonly workflowId: string | null;
  readonly owner: Owner;
  readonly user: string | null;
  readonly headRunId: string | null;
  readonly baseRunId: string | null;
  /** That it was begun with. */
  readonly skillId: string | null;
  /** Of its latest turn; null before the first. */
  readonly status: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly expiresAt: Date;
};
/** A link to a chat. */
export type SessionShareRow = { readonly token: string; readonly sharedAt: Date };
export type ListedSession = SessionRow & { readonly turns: number; readonly hasNewAnswer: boolean };

const turnSchema = z.object({
  runId: z.string(),
  afterRunId: z.string().nullable(),
  status: runStatusSchema,
  reason: z.string().nullable(),
  message: z.string(),
  answer: z.string().nullable(),
  /** The answer as chat pages show it; null for turns of earlier builds. */
  parts: z.preprocess((text) => (typeof text === 'string' ? JSON.parse(text) : text), chatAnswerSchema.nullable().catch(null)),
  /** Of its pending approvals, in ISO form. */
  waitsFor: z.object({ since: z.string(), until: z.string(), isPerson: z.boolean() }).nullable(),
  inputs: jsonObjectSchema,
  error: z.looseObject({ code: z.string(), message: z.string() }).nullable(),
  tokensUsed: z.int(),
  costUsd: z.number().nullable(),
  feedback: feedbackSchema.nullable(),
  createdAt: z.date(),
  finishedAt: z.date().nullable(),
});
export type SessionTurn = z.output<typeof turnSchema>;

/** Omitted filters do not apply. */
export type SessionFilter = {
  readonly slug?: string | undefined;
  readonly workflowId?: string | undefined;
  /** Only sessions that it may read. @defaultValue a member of the workspace */
  readonly reader?: Reader | undefined;
  readonly user?: string | undefined;
  readonly name?: string | undefined;
  /** Text in title, name or user. */
  readonly search?: string | undefined;
};

export type NewSession = {
  readonly newKey: string;
  readonly title: string;
  readonly keepDays: number;
  /** Null: none, also where one was chosen before the first turn. @defaultValue as it is */
  readonly skillId?: string | null | undefined;
};

export type SessionRepository = {
  /** The session of that owner, made when there is none. A known one keeps its title, unless that is a default. */
  open(owner: SessionOwner, made: NewSession): Promise<SessionRow>;
  /** A new session. Null, and nothing is changed, where the owner has one of that name. */
  create(owner: SessionOwner, made: NewSession): Promise<SessionRow | null>;
  find(owner: SessionOwner): Promise<SessionRow | null>;
  get(sessionKey: string): Promise<SessionRow | null>;
  /** Latest turn first. */
  list(filter: SessionFilter & { limit?: number | undefined; cursor?: string | undefined }): Promise<Page<ListedSession>>;
  /** Of sessions with turns: the status of the turn that the next one follows; `queued` where one waits already. */
  headStatuses(sessionKeys: readonly string[]): Promise<ReadonlyMap<string, RunStatus>>;
  /** All turns of all branches, in the order of their messages; the latest `MAX_TURNS`. */
  turns(session: SessionRow): Promise<SessionTurn[]>;
  /** A run that is a turn of any session; null for any other run. */
  turn(runId: string): Promise<SessionTurn | null>;
  /** Whether the run is a turn of the session, or one that its fork began with. */
  hasTurn(session: SessionRow, runId: string): Promise<boolean>;
  /** What the session knows after a turn; null while it runs, and for a turn that is no longer stored. */
  stateAfter(runId: string): Promise<SessionState | null>;
  /**
   * A new session that continues after a turn of another one, whose earlier turns both have. Null, and nothing is
   * changed, where the owner has one of that name.
   */
  fork(session: SessionRow, at: { newKey: string; name: string; runId: string; title: string }): Promise<SessionRow | null>;
  /** What clients keep with sessions; those without any are missing. */
  metadata(sessionKeys: readonly string[]): Promise<ReadonlyMap<string, SessionMetadata>>;
  /** Of changes at once each begins with the result of another one, so that `change` may be called several times. */
  changeMetadata(sessionKey: string, change: (metadata: SessionMetadata) => SessionMetadata): Promise<void>;
  /** Its caller has read it. */
  markRead(sessionKey: string): Promise<void>;
  share(sessionKey: string): Promise<SessionShareRow | null>;
  /** Replaces an earlier share. */
  setShare(session: Pick<SessionRow, 'sessionKey' | 'slug'>, share: { token: string; content: string }): Promise<SessionShareRow>;
  removeShare(sessionKey: string): Promise<void>;
  rename(sessionKey: string, title: string): Promise<boolean>;
  /** Makes a turn the one that the next turn follows. */
  moveHead(sessionKey: string, runId: string): Promise<void>;
  /**
   * Deletes a session with its turns, except for those that a fork of it begins with.
   * @throws {AppError} `run-active` while a turn is queued, running or waiting
   */
  delete(sessionKey: string): Promise<boolean>;
};

const COLUMNS =
  constant(`sessions.id AS "sessionKey", sessions.name, sessions.title, sessions.slug, sessions.workflow_id AS "workflowId",
  ${ownerColumn('sessions').text}, sessions.end_user AS "user", sessions.head_run_id AS "headRunId", sessions.base_run_id AS "baseRunId",
  sessions.skill_id AS "skillId",
  (SELECT latest.status FROM runs latest WHERE latest.session_key = sessions.id ORDER BY latest.created_at DESC, latest.id DESC LIMIT 1) AS status,
  sessions.created_at AS "createdAt", sessions.updated_at AS "updatedAt", sessions.expires_at AS "expiresAt"`);

/** The latest turn ended after the session was read; only of turns that waited for a person. */
const HAS_NEW_ANSWER = constant(`coalesce((SELECT latest.finished_at > sessions.read_at
    AND EXISTS (SELECT 1 FROM approvals a WHERE a.run_id = latest.id AND a.kind <> 'wait')
  FROM runs latest WHERE latest.session_key = sessions.id ORDER BY latest.created_at DESC, latest.id DESC LIMIT 1), false)`);
const ISO = `'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'`;
const WAITS_FOR = `(SELECT json_build_object('since', to_char(min(a.created_at) AT TIME ZONE 'UTC', ${ISO}),
    'until', to_char(min(a.expires_at) AT TIME ZONE 'UTC', ${ISO}), 'isPerson', bool_or(a.kind <> 'wait'))
  FROM approvals a WHERE a.run_id = runs.id AND a.workspace_id = runs.workspace_id AND a.status = 'pending' HAVING count(*) > 0)`;
const TURN_COLUMNS = constant(`id AS "runId", nullif(coalesce(turn_parent, turn_after), 'none') AS "afterRunId", status, reason,
  coalesce(turn_message, '') AS message, turn_answer AS answer, turn_parts AS parts,
  CASE WHEN status = 'waiting' THEN ${WAITS_FOR} END AS "waitsFor", inputs, error, tokens_used AS "tokensUsed", cost_usd AS "costUsd",
  (SELECT json_build_object('rating', f.rating, 'comment', f.comment, 'reasons', f.reasons) FROM run_feedback f
    WHERE f.run_id = runs.id AND f.workspace_id = runs.workspace_id) AS feedback,
  created_at AS "createdAt", finished_at AS "finishedAt"`);

export function sessionRepository({ query }: Db, workspaceId: WorkspaceId): SessionRepository {
  /** Ids of the turns of a session and of those before its base. */
  const turnsOf = ({ sessionKey, baseRunId }: SessionRow) => sql`WITH RECURSIVE before AS (
      SELECT id, turn_parent FROM runs WHERE workspace_id = ${workspaceId} AND id = ${baseRunId ?? ''}
      UNION SELECT r.id, r.turn_parent FROM runs r JOIN before ON r.id = before.turn_parent WHERE r.workspace_id = ${workspaceId}),
    turns AS (SELECT id FROM before
      UNION SELECT id FROM runs WHERE workspace_id = ${workspaceId} AND session_key = ${sessionKey})`;
  const one = async (where: Sql): Promise<SessionRow | null> => {
    const [row] = await query<SessionRow>(sql`SELECT ${COLUMNS} FROM sessions WHERE workspace_id = ${workspaceId} AND ${where}`);
    return row ?? null;
  };
  const insert = async (
    wanted: SessionOwner,
    { newKey, title, keepDays, skillId, runId = null }: NewSession & { runId?: string | null },
    onTaken: Sql,
  ): Promise<SessionRow | null> => {
    const { slug = null, workflowId = null, owner, user = null, name } = wanted;
    const [row] = await query<SessionRow>(sql`INSERT INTO sessions
        (id, workspace_id, owner_hash, slug, workflow_id, key_id, owner_kind, owner_id, end_user, name, title, head_run_id, base_run_id, skill_id, keep_days, expires_at)
      VALUES (${newKey}, ${workspaceId}, ${hashOf(wanted)}, ${slug}, ${workflowId}, ${keyIdOf(owner)}, ${owner.kind}, ${owner.id}, ${user}, ${name},
        ${title.slice(0, MAX_TITLE_CHARS)}, ${runId}, ${runId}, ${skillId ?? null}, ${keepDays}, CURRENT_TIMESTAMP + ${keepDays}::int * interval '1 day')
      ON CONFLICT (workspace_id, owner_hash) ${onTaken} RETURNING ${COLUMNS}`);
    return row ?? null;
  };
  /** @throws {AppError} `rate-limited` */
  const assertRoom = async ({ kind, id }: Owner) => {
    if (kind !== 'visitor') return;
    const [own] = await query<{ count: number }>(sql`SELECT count(*)::int AS count FROM
      (SELECT 1 FROM sessions WHERE workspace_id = ${workspaceId} AND key_id = ${id} LIMIT ${MAX_PER_VISITOR}) own`);
    if ((own?.count ?? 0) < MAX_PER_VISITOR) return;
    throw new AppError('rate-limited', `A visitor may have ${MAX_PER_VISITOR} chats. Delete some of them first.`);
  };
  const find = (owner: SessionOwner) => one(sql`owner_hash = ${hashOf(owner)}`);
  const open = async (owner: SessionOwner, made: NewSession) => {
    if (owner.owner.kind === 'visitor' && !(await find(owner))) await assertRoom(owner.owner);
    const session = await insert(
      owner,
      made,
      sql`DO UPDATE SET keep_days = excluded.keep_days,
        title = CASE WHEN sessions.head_run_id IS NULL AND excluded.title <> '' AND sessions.title = ANY(${NEW_TITLES}::text[])
          THEN excluded.title ELSE sessions.title END,
        skill_id = CASE WHEN sessions.head_run_id IS NULL AND ${made.skillId !== undefined}
          THEN excluded.skill_id ELSE sessions.skill_id END`,
    );
    if (!session) throw new AppError('internal', 'A session was neither made nor found.');
    return session;
  };
  const get = (sessionKey: string) => one(sql`id = ${sessionKey}`);
  return {
    open,
    create: (owner, made) => insert(owner, made, sql`DO NOTHING`),
    find,
    get,
    async list({ slug, workflowId, reader = MEMBER, user, name, search, limit, cursor }) {
      const size = pageSize(limit);
      const after = cursor === undefined ? undefined : readCursor(cursor);
      const conditions = [
        slug === undefined ? undefined : sql`slug = ${slug}`,
        workflowId === undefined ? undefined : sql`workflow_id = ${workflowId}`,
        reader.isMember ? undefined : sql`slug = ${reader.slug} AND ${ownerCondition(reader, 'sessions')}`,
        user === undefined ? undefined : sql`end_user = ${user}`,
        name === undefined ? undefined : sql`name = ${name}`,
        search ? sql`position(lower(${search}) IN lower(title || ' ' || name || ' ' || coalesce(end_user, ''))) > 0` : undefined,
        after && sql`(updated_at < ${after.at} OR (updated_at = ${after.at} AND id > ${after.rowId}))`,
      ].reduce<Sql>((all, next) => (next ? sql`${all} AND ${next}` : all), sql`workspace_id = ${workspaceId}`);
      const rows = await query<ListedSession>(sql`SELECT ${COLUMNS},
          (SELECT count(*)::int FROM runs WHERE runs.session_key = sessions.id) AS turns, ${HAS_NEW_ANSWER} AS "hasNewAnswer"
        FROM sessions WHERE ${conditions} ORDER BY updated_at DESC, id LIMIT ${size + 1}`);
      return makePage(rows, { size, end: (row) => ({ at: row.updatedAt, rowId: row.sessionKey }), item: (row) => row });
    },
    async headStatuses(sessionKeys) {
      const rows = await query<{ sessionKey: string; status: string | null }>(sql`SELECT sessions.id AS "sessionKey",
          coalesce(
            (SELECT status FROM runs WHERE workspace_id = ${workspaceId} AND session_key = sessions.id AND status = 'queued' LIMIT 1),
            (SELECT status FROM runs WHERE workspace_id = ${workspaceId} AND id = sessions.head_run_id)) AS status
        FROM sessions WHERE workspace_id = ${workspaceId} AND id = ANY(${[...sessionKeys]}::text[])`);
      return new Map(
        rows.flatMap(({ sessionKey, status }) => (status === null ? [] : [[sessionKey, runStatusSchema.parse(status)]])),
      );
    },
    async turns(session) {
      const rows = await query<TurnRow>(sql`${turnsOf(session)}
        SELECT ${TURN_COLUMNS} FROM runs WHERE workspace_id = ${workspaceId} AND id IN (SELECT id FROM turns)
        ORDER BY created_at DESC, id DESC LIMIT ${MAX_TURNS}`);
      return parentsFirst(rows.reverse().map(readTurn));
    },
    async turn(runId) {
      const [row] = await query<TurnRow>(sql`SELECT ${TURN_COLUMNS} FROM runs
        WHERE workspace_id = ${workspaceId} AND id = ${runId} AND session_key IS NOT NULL`);
      return row ? readTurn(row) : null;
    },
    async markRead(sessionKey) {
      await query(sql`UPDATE sessions SET read_at = now() WHERE workspace_id = ${workspaceId} AND id = ${sessionKey}`);
    },
    async share(sessionKey) {
      const [row] = await query<SessionShareRow>(sql`SELECT token, created_at AS "sharedAt" FROM chat_shares
        WHERE workspace_id = ${workspaceId} AND session_id = ${sessionKey}`);
      return row ?? null;
    },
    async setShare({ sessionKey, slug }, { token, content }) {
      const [row] = await query<SessionShareRow>(sql`INSERT INTO chat_shares (session_id, workspace_id, slug, token, content)
        SELECT id, workspace_id, ${slug ?? ''}, ${token}, ${content} FROM sessions
          WHERE workspace_id = ${workspaceId} AND id = ${sessionKey}
        ON CONFLICT (session_id) DO UPDATE SET token = excluded.token, content = excluded.content, created_at = now()
        RETURNING token, created_at AS "sharedAt"`);
      if (row) return row;
      throw new AppError('not-found', `There is no session ${sessionKey}.`);
    },
    async removeShare(sessionKey) {
      await query(sql`DELETE FROM chat_shares WHERE workspace_id = ${workspaceId} AND session_id = ${sessionKey}`);
    },
    async hasTurn(session, runId) {
      const rows = await query<{ id: string }>(sql`${turnsOf(session)} SELECT id FROM turns WHERE id = ${runId}`);
      return rows.length > 0;
    },
    async stateAfter(runId) {
      const [row] = await query<{ state: string | null }>(
        sql`SELECT session_state AS state FROM runs WHERE workspace_id = ${workspaceId} AND id = ${runId}`,
      );
      return row?.state ? (sessionStateSchema.safeParse(JSON.parse(row.state)).data ?? null) : null;
    },
    async fork(session, { newKey, name, runId, title }) {
      const { slug, workflowId, user } = session;
      await assertRoom(session.owner);
      const [days] = await query<{ keepDays: number }>(
        sql`SELECT keep_days AS "keepDays" FROM sessions WHERE workspace_id = ${workspaceId} AND id = ${session.sessionKey}`,
      );
      const owner = {
        name,
        owner: session.owner,
        ...(slug !== null && { slug }),
        ...(workflowId !== null && { workflowId }),
        ...(user !== null && { user }),
      };
      const made = { newKey, title, keepDays: days?.keepDays ?? 1, skillId: session.skillId ?? undefined, runId };
      return insert(owner, made, sql`DO NOTHING`);
    },
    async metadata(sessionKeys) {
      const rows = await query<{ sessionKey: string; metadata: string }>(sql`SELECT id AS "sessionKey", metadata FROM sessions
        WHERE workspace_id = ${workspaceId} AND id = ANY(${[...sessionKeys]}::text[]) AND metadata IS NOT NULL`);
      return new Map(rows.map(({ sessionKey, metadata }) => [sessionKey, jsonObjectSchema.parse(JSON.parse(metadata))]));
    },
    async changeMetadata(sessionKey, change) {
      const isThis = sql`workspace_id = ${workspaceId} AND id = ${sessionKey}`;
      for (let isChanged = false; !isChanged; ) {
        const [row] = await query<{ metadata: string | null }>(sql`SELECT metadata FROM sessions WHERE ${isThis}`);
        if (!row) return;
        const next = JSON.stringify(change(row.metadata === null ? {} : jsonObjectSchema.parse(JSON.parse(row.metadata))));
        const changed = await query<{ id: string }>(sql`UPDATE sessions SET metadata = ${next}
          WHERE ${isThis} AND metadata IS NOT DISTINCT FROM ${row.metadata} RETURNING id`);
        isChanged = changed.length > 0;
      }
    },
    async rename(sessionKey, title) {
      const rows = await query<{ id: string }>(
        sql`UPDATE sessions SET title = ${title.slice(0, MAX_TITLE_CHARS)} WHERE workspace_id = ${workspaceId} AND id = ${sessionKey} RETURNING id`,
      );
      return rows.length > 0;
    },
    async moveHead(sessionKey, runId) {
      await query(sql`UPDATE sessions SET head_run_id = ${runId} WHERE workspace_id = ${workspaceId} AND id = ${sessionKey}`);
    },
    async delete(sessionKey) {
      const session = await get(sessionKey);
      if (!session) return false;
      const [active] = await query<{ runId: string; status: string }>(sql`SELECT id AS "runId", status FROM runs
        WHERE workspace_id = ${workspaceId} AND session_key = ${sessionKey} AND status NOT IN ${ENDED} LIMIT 1`);
      if (active && !isTerminal(runStatusSchema.parse(active.status)))
        throw new AppError(
          'run-active',
          `A turn of this session has not ended: run ${active.runId} is ${active.status}. Stop it first.`,
          {
            details: { runId: active.runId },
          },
        );
      await query(sql`DELETE FROM sessions WHERE workspace_id = ${workspaceId} AND id = ${sessionKey}`);
      // What a fork begins with stays, and is deleted with other runs by age.
      const kept = sql`WITH RECURSIVE kept AS (
          SELECT r.id, r.turn_parent FROM runs r JOIN sessions s ON s.base_run_id = r.id
          WHERE s.workspace_id = ${workspaceId} AND r.workspace_id = ${workspaceId}
          UNION SELECT r.id, r.turn_parent FROM runs r JOIN kept ON r.id = kept.turn_parent WHERE r.workspace_id = ${workspaceId})
        SELECT id FROM kept`;
      await query(
        deleteGone(
          sql`SELECT id FROM runs WHERE workspace_id = ${workspaceId} AND session_key = ${sessionKey} AND id NOT IN (${kept})`,
        ),
      );
      return true;
    },
  };
}

type TurnRow = { readonly inputs: string; readonly error: string | null };

function readTurn(row: TurnRow): SessionTurn {
  return turnSchema.parse({
    ...row,
    inputs: JSON.parse(row.inputs),
    error: row.error === null ? null : JSON.parse(row.error),
  });
}

function hashOf({ slug, workflowId, owner, user, name }: SessionOwner): string {
  const parts = [slug ?? null, slug === undefined ? (workflowId ?? null) : null, keyIdOf(owner), user ?? null, name];
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}
