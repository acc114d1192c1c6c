import type pg from 'pg';
import { type WorkspaceId, workspaceId } from '#lib/ports/run-store.ts';
import { ENDED, msFromNow, storableText } from '../database/fragments.ts';
import { constant, param, sql } from '../database/sql.ts';

export type TriggerRef = { readonly slug: string; readonly triggerId: string };
/** A trigger that receives events now. */
export type LiveTrigger = TriggerRef & {
  readonly workspaceId: WorkspaceId;
  readonly workflowId: string;
  readonly type: string;
  readonly version: number;
  readonly documentHash: string;
  readonly trigger: string;
  readonly secret: string | null;
};
export type NewTriggerEvent = {
  readonly eventId: string;
  readonly runId: string;
  /** JSON. */
  readonly payload: string;
  /** Events with the same key within a day start one run. */
  readonly key: string | null;
  readonly dueAt: Date | null;
  /** Of what a request brought. */
  readonly bodyHash?: string | undefined;
  /** Set for an event that starts no run. */
  readonly refusal?: string | undefined;
};
export type PendingEvent = TriggerRef & {
  readonly eventId: string;
  readonly workspaceId: WorkspaceId;
  readonly workflowId: string;
  readonly version: number;
  readonly documentHash: string;
  readonly payload: string;
  readonly runId: string;
  readonly attempts: number;
  readonly dueAt: Date | null;
  readonly replayOf: string | null;
  /** Another process has started it and ended before it was recorded. */
  readonly hasRun: boolean;
};
export type EventStatus = 'pending' | 'started' | 'filtered' | 'duplicate' | 'skipped' | 'refused';
/** Of a duplicate, run and event are those of the first one. */
export type AddedEvent = {
  readonly eventId: string;
  readonly runId: string;
  readonly isDuplicate: boolean;
  /** False where the first one brought something else. */
  readonly hasSameBody: boolean;
};
/** A request that was refused; `count` with those before it that were not stored. */
export type NewRefusal = Pick<NewTriggerEvent, 'eventId' | 'runId' | 'payload'> & {
  readonly reason: string;
  readonly count: number;
};

/** Window of an event's key, in hours. */
const KEY_HOURS = 24;
/** A start that takes longer is tried by another process too: the run is stored once. */
const START_CLAIM = constant("interval '1.5 seconds'");
/** Each try waits twice as long as the one before, so that a slow database is not asked ever more often. */
const GROWTH = constant('power(2, least(e.attempts, 5))');
export const MAX_REASON_CHARS = 1000;
/** Refused requests of a trigger, the newest. */
const MAX_REFUSALS = 50;
/** SQL of the time when a key that is stored now expires. */
export const KEY_EXPIRES = constant(`now() + interval '${KEY_HOURS} hours'`);

/** Events of triggers, of all workspaces: stored, claimed by the process that starts their runs, settled. */
export class TriggerEventStore {
  readonly #pool: Pick<pg.Pool, 'query'>;

  constructor(pool: Pick<pg.Pool, 'query'>) {
    this.#pool = pool;
  }

  /**
   * Stores an event before it is acknowledged. Those who listen to the trigger in the editor get it too.
   * @param claims whether this process starts its run at once
   */
  async addEvent(trigger: LiveTrigger, event: NewTriggerEvent, { claims }: { claims: boolean }): Promise<AddedEvent> {
    const { eventId, runId, payload, key } = event;
    const [slug, triggerId, id, run, keyed, content] = [trigger.slug, trigger.triggerId, eventId, runId, key, payload].map(param);
    const bodyHash = param(event.bodyHash ?? null);
    const claimedUntil = claims ? sql`now() + ${START_CLAIM}` : sql`NULL::timestamptz`;
    const { rows } = await this.#pool.query<{ isFirst: boolean }>(
      sql`WITH first AS (
          INSERT INTO trigger_keys AS k (slug, trigger_id, key, event_id, run_id, expires_at, body_hash)
          SELECT ${slug}, ${triggerId}, ${keyed}, ${id}, ${run}, ${KEY_EXPIRES}, ${bodyHash}::text WHERE ${keyed}::text IS NOT NULL
          ON CONFLICT (slug, trigger_id, key) DO UPDATE SET event_id = excluded.event_id, run_id = excluded.run_id,
            expires_at = excluded.expires_at, body_hash = excluded.body_hash WHERE k.expires_at < now()
          RETURNING 1
        ), listening AS (
          UPDATE trigger_listeners SET event = ${content} WHERE workspace_id = ${trigger.workspaceId}
            AND workflow_id = ${trigger.workflowId} AND trigger_id = ${triggerId} AND event IS NULL AND expires_at > now()
        ), verdict AS (SELECT ${keyed}::text IS NULL OR EXISTS (SELECT FROM first) AS is_first)
        INSERT INTO trigger_events (id, workspace_id, slug, trigger_id, workflow_id, version, document_hash, status, key, payload, run_id,
          settled_at, claimed_until)
        SELECT ${id}, ${trigger.workspaceId}, ${slug}, ${triggerId}, ${trigger.workflowId}, ${trigger.version}, ${trigger.documentHash},
          CASE WHEN is_first THEN 'pending' ELSE 'duplicate' END, ${keyed}, ${content}, ${run},
          CASE WHEN is_first THEN NULL ELSE now() END, CASE WHEN is_first THEN ${claimedUntil} END
        FROM verdict RETURNING status = 'pending' AS "isFirst"`.named(claims ? 'add-trigger-event-claimed' : 'add-trigger-event'),
    );
    if (rows[0]?.isFirst || key === null) return { eventId, runId, isDuplicate: false, hasSameBody: true };
    return { ...(await this.#nameFirst(trigger, event)), isDuplicate: true };
  }

  /** The duplicate names the run of the first event. */
  async #nameFirst(
    { slug, triggerId }: TriggerRef,
    { eventId, runId, key, bodyHash }: NewTriggerEvent,
  ): Promise<Omit<AddedEvent, 'isDuplicate'>> {
    const { rows } = await this.#pool.query<Omit<AddedEvent, 'isDuplicate'>>(
      sql`UPDATE trigger_events e SET run_id = k.run_id, reason = k.event_id FROM trigger_keys k
        WHERE e.id = ${eventId} AND k.slug = ${slug} AND k.trigger_id = ${triggerId} AND k.key = ${key}
        RETURNING k.event_id AS "eventId", k.run_id AS "runId",
          (k.body_hash IS NULL OR k.body_hash = ${bodyHash ?? null}::text) IS TRUE AS "hasSameBody"`,
    );
    return rows[0] ?? { eventId, runId, hasSameBody: false };
  }

  /** Stores that a request was refused, for the history of its trigger, which keeps the newest of them. */
  async addRefusal({ slug, triggerId, ...trigger }: LiveTrigger, { eventId, runId, payload, reason, count }: NewRefusal) {
    await this.#pool.query(sql`INSERT INTO trigger_events (id, workspace_id, slug, trigger_id, workflow_id, version, document_hash, status,
        reason, payload, run_id, settled_at, refused_count)
      VALUES (${eventId}, ${trigger.workspaceId}, ${slug}, ${triggerId}, ${trigger.workflowId}, ${trigger.version}, ${trigger.documentHash},
        'refused', ${storableText(reason, MAX_REASON_CHARS)}, ${payload}, ${runId}, now(), ${count})`);
    await this.#pool.query(sql`DELETE FROM trigger_events WHERE id IN (SELECT id FROM trigger_events
      WHERE slug = ${slug} AND trigger_id = ${triggerId} AND refused_count IS NOT NULL ORDER BY received_at DESC, id OFFSET ${MAX_REFUSALS})`);
  }

  /** Stored events without a run that no other process is starting, oldest first. */
  async claimPending(limit: number): Promise<PendingEvent[]> {
    const { rows } = await this.#pool.query<PendingEvent & { workspaceId: string }>(
      sql`WITH next AS (
          SELECT p.id FROM trigger_events p WHERE p.status = 'pending' AND (p.claimed_until IS NULL OR p.claimed_until < now())
            AND NOT EXISTS (SELECT FROM triggers t WHERE t.slug = p.slug AND t.trigger_id = p.trigger_id AND t.held_until > now())
          ORDER BY p.received_at LIMIT ${limit} FOR UPDATE OF p SKIP LOCKED
        )
        UPDATE trigger_events e SET claimed_until = now() + ${START_CLAIM} * ${GROWTH}, attempts = attempts + 1 FROM next WHERE e.id = next.id
        RETURNING e.id AS "eventId", e.slug, e.trigger_id AS "triggerId", e.workspace_id AS "workspaceId", e.workflow_id AS "workflowId",
          e.version, e.document_hash AS "documentHash", e.payload, e.run_id AS "runId", e.attempts, e.due_at AS "dueAt",
          e.replay_of AS "replayOf", EXISTS (SELECT FROM runs WHERE runs.id = e.run_id) AS "hasRun"`.named(
        'claim-pending-events',
      ),
    );
    return rows.map((row) => ({ ...row, workspaceId: workspaceId(row.workspaceId) }));
  }

  /** Says what became of an event, once. */
  async settle(eventId: string, status: Exclude<EventStatus, 'pending'>, reason?: string): Promise<void> {
    if (status === 'refused') return this.#refuse(eventId, reason);
    await this.#pool.query(
      sql`UPDATE trigger_events SET status = ${status}, reason = ${reason === undefined ? null : storableText(reason, MAX_REASON_CHARS)}, settled_at = now(),
          claimed_until = NULL WHERE id = ${eventId} AND status = 'pending'`.named('settle-trigger-event'),
    );
  }

  /** A corrected request may have the same key. Other triggers would find the same event again. */
  async #refuse(eventId: string, reason: string | undefined): Promise<void> {
    await this.#pool.query(sql`WITH refused AS (
        UPDATE trigger_events SET status = 'refused', reason = ${reason === undefined ? null : storableText(reason, MAX_REASON_CHARS)},
          settled_at = now(), claimed_until = NULL WHERE id = ${eventId} AND status = 'pending' RETURNING id, slug, trigger_id, key
      )
      DELETE FROM trigger_keys k USING refused r WHERE k.slug = r.slug AND k.trigger_id = r.trigger_id AND k.key = r.key
        AND k.event_id = r.id AND k.body_hash IS NOT NULL`);
  }

  async hasRun(runId: string): Promise<boolean> {
    const { rows } = await this.#pool.query(sql`SELECT 1 FROM runs WHERE id = ${runId}`);
    return rows.length > 0;
  }

  /** Tries an event again later. */
  async delay(eventId: string, delayMs: number): Promise<void> {
    await this.#pool.query(sql`UPDATE trigger_events SET claimed_until = ${msFromNow(delayMs)}
      WHERE id = ${eventId} AND status = 'pending'`);
  }

  /**
   * Leaves an event to a later turn, as other events of its trigger: it waits for a run to end, and does not count as
   * tried.
   */
  async hold({ eventId, slug, triggerId }: TriggerRef & { eventId: string }, delayMs: number): Promise<void> {
    const until = msFromNow(delayMs);
    await this.#pool.query(sql`WITH held AS (
        UPDATE triggers SET held_until = ${until} WHERE slug = ${slug} AND trigger_id = ${triggerId}
      )
      UPDATE trigger_events SET claimed_until = ${until}, attempts = greatest(attempts - 1, 0), reason = 'waits'
      WHERE id = ${eventId} AND status = 'pending'`);
  }

  /**
   * Makes a run one of the active ones of its trigger, of which there are `max`. Repeatable. A run counts until it has
   * ended, also before it is stored.
   * @returns false while so many are active
   */
  async takePermit({ slug, triggerId }: TriggerRef, { runId, max }: { runId: string; max: number }): Promise<boolean> {
    const run = param(runId);
    const active = sql`SELECT a.id FROM unnest(t.active_run_ids) AS a(id) WHERE a.id <> ${run} AND (
        EXISTS (SELECT FROM runs r WHERE r.id = a.id AND r.status NOT IN ${ENDED})
        OR EXISTS (SELECT FROM trigger_events e WHERE e.slug = t.slug AND e.trigger_id = t.trigger_id AND e.run_id = a.id
          AND e.status = 'pending'))`;
    const { rowCount } = await this.#pool.query(sql`UPDATE triggers t SET active_run_ids = ARRAY(${active}) || ${run}::text
      WHERE slug = ${slug} AND trigger_id = ${triggerId} AND (SELECT count(*) FROM (${active}) AS others) < ${max}`);
    return rowCount === 1;
  }

  /** Makes a run the only active one of its trigger. @returns false while another one is active */
  async takeTurn({ slug, triggerId }: TriggerRef, runId: string): Promise<boolean> {
    const run = param(runId);
    const { rowCount } = await this.#pool.query(sql`UPDATE triggers t SET active_run_id = ${run}
      WHERE slug = ${slug} AND trigger_id = ${triggerId} AND (active_run_id IS NULL OR active_run_id = ${run} OR (
        NOT EXISTS (SELECT FROM runs r WHERE r.id = t.active_run_id AND r.status NOT IN ${ENDED})
        AND NOT EXISTS (SELECT FROM trigger_events e WHERE e.slug = t.slug AND e.trigger_id = t.trigger_id
          AND e.run_id = t.active_run_id AND e.status = 'pending')))`);
    return rowCount === 1;
  }

  /** Deletes settled events from before `before`, expired keys and listeners. @returns how many events */
  async deleteOld(before: Date | undefined): Promise<number> {
    await this.#pool.query(sql`DELETE FROM trigger_keys WHERE expires_at < now()`);
    await this.#pool.query(sql`DELETE FROM trigger_listeners WHERE expires_at < now()`);
    if (!before) return 0;
    const { rowCount } = await this.#pool.query(
      sql`DELETE FROM trigger_events WHERE status <> 'pending' AND received_at < ${before}`,
    );
    return rowCount ?? 0;
  }
}
