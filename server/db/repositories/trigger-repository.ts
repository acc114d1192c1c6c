import { z } from 'zod';
import type { WorkspaceId } from '#lib/ports/run-store.ts';
import type { Db } from '../database/make-db.ts';
import { sql } from '../database/sql.ts';
import type { EventStatus, TriggerRef } from '../stores/trigger-event-store.ts';
import { makePage, type Page, pageSize, readCursor } from './page-cursor.ts';

const statusSchema = z.enum(['pending', 'started', 'filtered', 'duplicate', 'skipped', 'refused']);
const triggerSchema = z.object({
  slug: z.string(),
  triggerId: z.string(),
  type: z.string(),
  version: z.int(),
  trigger: z.string(),
  isArmed: z.boolean(),
  isOn: z.boolean(),
  hasSecret: z.boolean(),
  nextAt: z.date().nullable(),
  failure: z.string().nullable(),
  lastStatus: statusSchema.nullable(),
  lastAt: z.date().nullable(),
});
/** A trigger of a deployment; `trigger` is its JSON in the document. */
export type StoredTrigger = z.output<typeof triggerSchema>;
const eventSchema = z.object({
  eventId: z.string(),
  slug: z.string(),
  triggerId: z.string(),
  workflowId: z.string(),
  status: statusSchema,
  reason: z.string().nullable(),
  runId: z.string(),
  version: z.int(),
  replayOf: z.string().nullable(),
  dueAt: z.date().nullable(),
  receivedAt: z.date(),
});
export type StoredTriggerEvent = z.output<typeof eventSchema>;
export type TriggerListener = { readonly token: string; readonly event: string | null; readonly expiresAt: Date };

export type TriggerRepository = {
  /** Of all deployments of a workflow, by endpoint. */
  list(workflowId: string): Promise<StoredTrigger[]>;
  get(ref: TriggerRef): Promise<StoredTrigger | null>;
  /** @param nextAt when it comes next, if it is switched on. @returns false when there is none */
  setOn(ref: TriggerRef, isOn: boolean, nextAt: Date | null): Promise<boolean>;
  /** @param sealed by the trigger service. @returns false when there is no such trigger */
  setSecret(ref: TriggerRef, sealed: string): Promise<boolean>;
  /** Newest first. */
  events(ref: TriggerRef, page: EventQuery): Promise<Page<StoredTriggerEvent>>;
  /** With its content as JSON. */
  event(eventId: string): Promise<(StoredTriggerEvent & { readonly payload: string }) | null>;
  /**
   * Stores an event again, for the version that is deployed now. @returns false when its trigger is
   * not armed
   */
  replay(eventId: string, ids: { readonly eventId: string; readonly runId: string }): Promise<boolean>;
  listen(listener: { token: string; workflowId: string; triggerId: string; expiresAt: Date }): Promise<void>;
  /** Null for an unknown one. */
  listener(token: string): Promise<(TriggerListener & { workflowId: string; triggerId: string }) | null>;
};
type EventQuery = {
  readonly cursor?: string | undefined;
  readonly limit?: number | undefined;
  readonly status?: EventStatus | undefined;
};

const SELECT = sql`SELECT t.slug, t.trigger_id AS "triggerId", t.type, t.version, t.trigger, t.is_armed AS "isArmed", t.is_on AS "isOn",
    t.secret IS NOT NULL AS "hasSecret", t.next_at AS "nextAt", t.failure, e.status AS "lastStatus", e.received_at AS "lastAt"
  FROM triggers t LEFT JOIN LATERAL (SELECT status, received_at FROM trigger_events e WHERE e.slug = t.slug AND e.trigger_id = t.trigger_id
    ORDER BY received_at DESC, id LIMIT 1) e ON true`;
const EVENT_COLUMNS = sql`id AS "eventId", slug, trigger_id AS "triggerId", workflow_id AS "workflowId", status, reason, run_id AS "runId",
  version, replay_of AS "replayOf", due_at AS "dueAt", received_at AS "receivedAt"`;

export function triggerRepository({ query }: Db, workspaceId: WorkspaceId): TriggerRepository {
  return {
    async list(workflowId) {
      const rows = await query<unknown>(
        sql`${SELECT} WHERE t.workspace_id = ${workspaceId} AND t.workflow_id = ${workflowId} ORDER BY t.slug, t.trigger_id`,
      );
      return rows.map((row) => triggerSchema.parse(row));
    },
    async get({ slug, triggerId }) {
      const [row] = await query<unknown>(
        sql`${SELECT} WHERE t.workspace_id = ${workspaceId} AND t.slug = ${slug} AND t.trigger_id = ${triggerId}`,
      );
      return row === undefined ? null : triggerSchema.parse(row);
    },
    async setOn({ slug, triggerId }, isOn, nextAt) {
      const rows = await query(sql`UPDATE triggers SET is_on = ${isOn}, changed_at = now(),
          next_at = CASE WHEN ${isOn} AND is_armed THEN ${nextAt}::timestamptz END
        WHERE workspace_id = ${workspaceId} AND slug = ${slug} AND trigger_id = ${triggerId} RETURNING slug`);
      return rows.length > 0;
    },
    async setSecret({ slug, triggerId }, sealed) {
      const rows = await query(sql`UPDATE triggers SET secret = ${sealed}, changed_at = now()
        WHERE workspace_id = ${workspaceId} AND slug = ${slug} AND trigger_id = ${triggerId} RETURNING slug`);
      return rows.length > 0;
    },
    async events({ slug, triggerId }, { cursor, limit, status }) {
      const size = pageSize(limit);
      const after = cursor ? readCursor(cursor) : undefined;
      const isAfter = after ? sql`received_at <= ${after.at} AND (received_at < ${after.at} OR id > ${after.rowId})` : sql`true`;
      const rows = await query<unknown>(sql`SELECT ${EVENT_COLUMNS} FROM trigger_events
        WHERE workspace_id = ${workspaceId} AND slug = ${slug} AND trigger_id = ${triggerId} AND ${isAfter}
          AND ${status === undefined ? sql`true` : sql`status = ${status}`}
        ORDER BY received_at DESC, id LIMIT ${size + 1}`);
      const items = rows.map((row) => eventSchema.parse(row));
      return makePage(items, { size, end: (row) => ({ at: row.receivedAt, rowId: row.eventId }), item: (row) => row });
    },
    async event(eventId) {
      const [row] = await query<unknown>(
        sql`SELECT ${EVENT_COLUMNS}, payload FROM trigger_events WHERE workspace_id = ${workspaceId} AND id = ${eventId}`,
      );
      return row === undefined ? null : eventSchema.extend({ payload: z.string() }).parse(row);
    },
    async replay(eventId, ids) {
      // Its files last as long as the latest run that has them, which may be that of an earlier replay.
      const rows =
        await query(sql`WITH replay AS (INSERT INTO trigger_events (id, workspace_id, slug, trigger_id, workflow_id, version,
            document_hash, status, payload, run_id, replay_of)
          SELECT ${ids.eventId}, t.workspace_id, t.slug, t.trigger_id, t.workflow_id, t.version, t.document_hash, 'pending', e.payload,
            ${ids.runId}, coalesce(e.replay_of, e.id)
          FROM trigger_events e JOIN triggers t ON t.slug = e.slug AND t.trigger_id = e.trigger_id AND t.workspace_id = e.workspace_id
          WHERE e.workspace_id = ${workspaceId} AND e.id = ${eventId} AND t.is_armed RETURNING id, run_id),
        moved AS (UPDATE files SET run_id = replay.run_id FROM replay
          WHERE workspace_id = ${workspaceId} AND starts_with(path, 'triggers/') AND files.run_id IN (SELECT own.run_id
            FROM trigger_events e JOIN trigger_events own ON own.slug = e.slug AND own.trigger_id = e.trigger_id
            WHERE e.workspace_id = ${workspaceId} AND e.id = ${eventId}
              AND (own.id = coalesce(e.replay_of, e.id) OR own.replay_of = coalesce(e.replay_of, e.id))))
        SELECT id FROM replay`);
      return rows.length > 0;
    },
    async listen({ token, workflowId, triggerId, expiresAt }) {
      await query(sql`INSERT INTO trigger_listeners (token, workspace_id, workflow_id, trigger_id, expires_at)
        VALUES (${token}, ${workspaceId}, ${workflowId}, ${triggerId}, ${expiresAt})`);
    },
    async listener(token) {
      const [row] = await query<TriggerListener & { workflowId: string; triggerId: string }>(
        sql`SELECT token, event, expires_at AS "expiresAt", workflow_id AS "workflowId", trigger_id AS "triggerId"
          FROM trigger_listeners WHERE token = ${token} AND workspace_id = ${workspaceId}`,
      );
      return row ?? null;
    },
  };
}
