import type pg from 'pg';
import { type WorkspaceId, workspaceId } from '#lib/ports/run-store.ts';
import { msFromNow } from '../database/fragments.ts';
import { constant, param, sql } from '../database/sql.ts';
import { KEY_EXPIRES, type LiveTrigger, MAX_REASON_CHARS, type NewTriggerEvent, type TriggerRef } from './trigger-event-store.ts';

/** A deployment whose triggers are those of another version. */
export type UnarmedDeployment = {
  readonly slug: string;
  readonly workspaceId: WorkspaceId;
  readonly workflowId: string;
  readonly version: number;
  readonly documentHash: string;
};
/** A trigger as a version has it. */
export type ArmedTrigger = {
  readonly triggerId: string;
  readonly type: string;
  readonly configHash: string;
  /** JSON of the trigger in its document. */
  readonly trigger: string;
  readonly isArmed: boolean;
  readonly nextAt: Date | null;
};
export type DueTrigger = LiveTrigger & { readonly nextAt: Date; readonly state: string | null };
/** What a due trigger found. */
export type Collected = TriggerRef & {
  readonly nextAt: Date | null;
  readonly state: string | null;
  readonly failure: string | null;
  readonly events: readonly NewTriggerEvent[];
};
/** `claim`: the process; `limit`: how many it watches at most. */
export type ClaimWatches = {
  readonly claim: string;
  readonly type: string;
  readonly limit: number;
  readonly leaseMs: number;
};

const LIVE = constant(`t.is_armed AND t.is_on AND w.deleted_at IS NULL`);
const COLUMNS = constant(`t.slug, t.trigger_id AS "triggerId", t.workspace_id AS "workspaceId", t.workflow_id AS "workflowId",
  t.type, t.version, t.document_hash AS "documentHash", t.trigger, t.secret`);

/** Triggers of all workspaces: which are armed, due and watched, and what listens to one in the editor. */
export class TriggerStore {
  readonly #pool: Pick<pg.Pool, 'query'>;

  constructor(pool: Pick<pg.Pool, 'query'>) {
    this.#pool = pool;
  }

  /** @param slug only this one */
  async findUnarmed({ slug, limit }: { slug?: string | undefined; limit: number }): Promise<UnarmedDeployment[]> {
    const own = slug === undefined ? sql`true` : sql`d.slug = ${slug}`;
    const { rows } = await this.#pool.query<UnarmedDeployment & { workspaceId: string }>(
      sql`SELECT d.slug, d.workspace_id AS "workspaceId", d.workflow_id AS "workflowId", d.version, v.document_hash AS "documentHash"
        FROM deployments d JOIN versions v ON v.workflow_id = d.workflow_id AND v.number = d.version
        WHERE d.armed_version IS DISTINCT FROM d.version AND ${own} ORDER BY d.updated_at DESC LIMIT ${limit}`,
    );
    return rows.map((row) => ({ ...row, workspaceId: workspaceId(row.workspaceId) }));
  }

  /**
   * Makes the triggers of a version those of its deployment. Does nothing if the deployment has
   * another version by now. What
   * a trigger with the same config has to remember stays.
   */
  async arm(deployment: UnarmedDeployment, triggers: readonly ArmedTrigger[]): Promise<void> {
    const [slug, version] = [param(deployment.slug), param(deployment.version)];
    const rows = param(JSON.stringify(triggers));
    await this.#pool.query(sql`WITH own AS (
        UPDATE deployments SET armed_version = ${version} WHERE slug = ${slug} AND deployments.version = ${version} RETURNING deployments.slug
      ), gone AS (
        UPDATE triggers SET is_armed = false, next_at = NULL, changed_at = now() WHERE slug IN (SELECT slug FROM own)
          AND trigger_id NOT IN (SELECT r."triggerId" FROM json_to_recordset(${rows}::json) AS r("triggerId" text))
      )
      INSERT INTO triggers (slug, trigger_id, workspace_id, workflow_id, type, version, document_hash, config_hash, trigger, is_armed, next_at)
      SELECT own.slug, r."triggerId", ${deployment.workspaceId}, ${deployment.workflowId}, r.type, ${version}, ${deployment.documentHash},
        r."configHash", r.trigger, r."isArmed", r."nextAt"
      FROM own, json_to_recordset(${rows}::json) AS r("triggerId" text, type text, "configHash" text, trigger text, "isArmed" boolean,
        "nextAt" timestamptz)
      ON CONFLICT (slug, trigger_id) DO UPDATE SET type = excluded.type, version = excluded.version, document_hash = excluded.document_hash,
        config_hash = excluded.config_hash, trigger = excluded.trigger, is_armed = excluded.is_armed,
        next_at = CASE WHEN triggers.is_armed AND excluded.is_armed AND triggers.config_hash = excluded.config_hash THEN triggers.next_at
          ELSE excluded.next_at END,
        state = CASE WHEN triggers.config_hash = excluded.config_hash THEN triggers.state END,
        failure = NULL, changed_at = now()`);
  }

  /** Null for one that is not deployed, or switched off. */
  async findLive({ slug, triggerId }: TriggerRef): Promise<LiveTrigger | null> {
    const { rows } = await this.#pool.query<LiveTrigger & { workspaceId: string }>(
      sql`SELECT ${COLUMNS} FROM triggers t JOIN workflows w ON w.id = t.workflow_id
        WHERE t.slug = ${slug} AND t.trigger_id = ${triggerId} AND ${LIVE}`.named('find-live-trigger'),
    );
    return rows[0] ? { ...rows[0], workspaceId: workspaceId(rows[0].workspaceId) } : null;
  }

  /** When the next trigger is due, or an event is tried again, as milliseconds from now; null for never. */
  async msUntilDue(): Promise<number | null> {
    const { rows } = await this.#pool.query<{ ms: number | null }>(
      sql`SELECT extract(epoch FROM least(
          (SELECT min(greatest(next_at, coalesce(claimed_until, next_at))) FROM triggers WHERE is_armed AND is_on),
          (SELECT min(greatest(coalesce(e.claimed_until, e.received_at), coalesce(t.held_until, e.received_at)))
            FROM trigger_events e LEFT JOIN triggers t ON t.slug = e.slug AND t.trigger_id = e.trigger_id WHERE e.status = 'pending')
        ) - now())::float8 * 1000 AS ms`.named('ms-until-trigger-is-due'),
    );
    return rows[0]?.ms ?? null;
  }

  /** Due triggers that no other process takes for `leaseMs`. @param claim identifies who takes them */
  async claimDue({ claim, types, limit, leaseMs }: ClaimDue): Promise<DueTrigger[]> {
    const { rows } = await this.#pool.query<DueTrigger & { workspaceId: string }>(
      sql`WITH due AS (
          SELECT t.slug, t.trigger_id FROM triggers t JOIN workflows w ON w.id = t.workflow_id
          WHERE ${LIVE} AND t.next_at <= now() AND t.type = ANY(${types}) AND (t.claimed_until IS NULL OR t.claimed_until < now())
          ORDER BY t.next_at LIMIT ${limit} FOR UPDATE OF t SKIP LOCKED
        )
        UPDATE triggers t SET claim = ${claim}, claimed_until = ${msFromNow(leaseMs)}
        FROM due WHERE t.slug = due.slug AND t.trigger_id = due.trigger_id
        RETURNING ${COLUMNS}, t.next_at AS "nextAt", t.state`,
    );
    return rows.map((row) => ({ ...row, workspaceId: workspaceId(row.workspaceId) }));
  }

  /**
   * Renews the lease of the triggers that a process watches, and takes those without a living watcher.
   * @returns all that it watches now
   */
  async claimWatches({ claim, type, limit, leaseMs }: ClaimWatches): Promise<LiveTrigger[]> {
    const { rows } = await this.#pool.query<LiveTrigger & { workspaceId: string }>(
      sql`WITH free AS (
          SELECT t.slug, t.trigger_id FROM triggers t JOIN workflows w ON w.id = t.workflow_id
          WHERE ${LIVE} AND t.type = ${type} AND (t.watcher = ${claim} OR t.watched_until IS NULL OR t.watched_until < now())
          ORDER BY t.watcher = ${claim} DESC NULLS LAST, t.slug, t.trigger_id LIMIT ${limit} FOR UPDATE OF t SKIP LOCKED
        )
        UPDATE triggers t SET watcher = ${claim}, watched_until = ${msFromNow(leaseMs)}
        FROM free WHERE t.slug = free.slug AND t.trigger_id = free.trigger_id RETURNING ${COLUMNS}`,
    );
    return rows.map((row) => ({ ...row, workspaceId: workspaceId(row.workspaceId) }));
  }

  /** Other processes take what this one watched. */
  async releaseWatches(claim: string): Promise<void> {
    await this.#pool.query(sql`UPDATE triggers SET watcher = NULL, watched_until = NULL WHERE watcher = ${claim}`);
  }

  /** Makes a trigger due. @returns whether a look is in progress, after which it has to be repeated */
  async hurry({ slug, triggerId }: TriggerRef): Promise<boolean> {
    const { rows } = await this.#pool.query<{ isLooking: boolean }>(
      sql`UPDATE triggers SET next_at = CASE WHEN claimed_until > now() THEN next_at ELSE now() END
        WHERE slug = ${slug} AND trigger_id = ${triggerId} AND is_armed AND is_on
        RETURNING coalesce(claimed_until > now(), false) AS "isLooking"`,
    );
    return rows[0]?.isLooking === true;
  }

  /**
   * Stores what due triggers found with the time of their next turn, all or nothing for each of them.
   * @param claim of those that another process took since, nothing is stored
   */
  async finishDue(claim: string, collected: readonly Collected[]): Promise<void> {
    const turns = collected.map(({ events: _, ...turn }) => turn);
    const events = collected.flatMap(({ slug, triggerId, events }) => events.map((event) => ({ slug, triggerId, ...event })));
    await this.#pool.query(sql`WITH turn AS (
        UPDATE triggers t SET next_at = r."nextAt", state = r.state, failure = left(r.failure, ${MAX_REASON_CHARS}), claim = NULL, claimed_until = NULL
        FROM json_to_recordset(${JSON.stringify(turns)}::json) AS r(slug text, "triggerId" text, "nextAt" timestamptz, state text, failure text)
        WHERE t.slug = r.slug AND t.trigger_id = r."triggerId" AND t.claim = ${claim}
        RETURNING t.slug, t.trigger_id, t.workspace_id, t.workflow_id, t.version, t.document_hash
      ), first AS (
        INSERT INTO trigger_keys AS k (slug, trigger_id, key, event_id, run_id, expires_at)
        SELECT "triggerSlug", trigger_id, key, "eventId", "runId", ${KEY_EXPIRES}
        FROM (SELECT DISTINCT ON (e.slug, e."triggerId", e.key) e.slug AS "triggerSlug", e."triggerId" AS trigger_id, e.key, e."eventId", e."runId"
          FROM json_to_recordset(${JSON.stringify(events)}::json) AS e(slug text, "triggerId" text, "eventId" text, "runId" text, key text)
          JOIN turn ON turn.slug = e.slug AND turn.trigger_id = e."triggerId" WHERE e.key IS NOT NULL) AS keyed
        ON CONFLICT (slug, trigger_id, key) DO UPDATE SET event_id = excluded.event_id, run_id = excluded.run_id, expires_at = excluded.expires_at
          WHERE k.expires_at < now()
        RETURNING k.event_id
      )
      INSERT INTO trigger_events (id, workspace_id, slug, trigger_id, workflow_id, version, document_hash, status, reason, key, payload, run_id,
        due_at, settled_at)
      SELECT e."eventId", t.workspace_id, t.slug, t.trigger_id, t.workflow_id, t.version, t.document_hash,
        CASE WHEN e.refusal IS NULL THEN 'pending' ELSE 'skipped' END, e.refusal, e.key, e.payload, e."runId", e."dueAt",
        CASE WHEN e.refusal IS NOT NULL THEN now() END
      FROM turn t JOIN json_to_recordset(${JSON.stringify(events)}::json) AS e(slug text, "triggerId" text, "eventId" text, "runId" text,
        payload text, key text, "dueAt" timestamptz, refusal text) ON e.slug = t.slug AND e."triggerId" = t.trigger_id
      WHERE e.key IS NULL OR e."eventId" IN (SELECT event_id FROM first)`);
  }

  /** The draft that a listener waits in; null when none listens. */
  async findListening(token: string): Promise<{ document: string; triggerId: string } | null> {
    const { rows } = await this.#pool.query<{ document: string; triggerId: string }>(
      sql`SELECT w.document, l.trigger_id AS "triggerId" FROM trigger_listeners l
        JOIN workflows w ON w.id = l.workflow_id AND w.workspace_id = l.workspace_id
        WHERE l.token = ${token} AND l.expires_at > now() AND w.deleted_at IS NULL`,
    );
    return rows[0] ?? null;
  }

  /** Gives a listener its event, the first one. @returns false when none listens */
  async giveListener(token: string, event: string): Promise<boolean> {
    const { rowCount } = await this.#pool.query(
      sql`UPDATE trigger_listeners SET event = coalesce(event, ${event}) WHERE token = ${token} AND expires_at > now()`,
    );
    return rowCount === 1;
  }

  /**
   * Failed runs of published workflows of a workspace, oldest first, without those that a trigger for failed runs
   * started.
   */
  async findFailedRuns(
    { workspaceId: workspace, workflowId }: LiveTrigger,
    { since, workflows, limit }: FailedQuery,
  ): Promise<FailedRunRow[]> {
    const { rows } = await this.#pool.query<Omit<FailedRunRow, 'error' | 'inputs'> & { error: string | null; inputs: string }>(
      sql`SELECT r.id AS "runId", r.workflow_id AS "workflowId", r.workflow_name AS "workflowName", r.slug AS endpoint, r.error, r.inputs,
          r.finished_at AS "failedAt"
        FROM runs r WHERE r.workspace_id = ${workspace} AND r.status = 'failed' AND r.finished_at >= ${since} AND r.slug IS NOT NULL
          AND r.workflow_id <> ${workflowId} AND (${workflows.length === 0} OR r.workflow_id = ANY(${workflows}))
          AND NOT EXISTS (SELECT FROM trigger_events e JOIN triggers t ON t.slug = e.slug AND t.trigger_id = e.trigger_id
            WHERE e.run_id = r.id AND t.type = 'workflow-failed')
        ORDER BY r.finished_at LIMIT ${limit}`,
    );
    return rows.map(({ error, inputs, ...row }) => ({ ...row, error: error && JSON.parse(error), inputs: JSON.parse(inputs) }));
  }
}

type FailedQuery = { readonly since: Date; readonly workflows: readonly string[]; readonly limit: number };
type FailedRunRow = {
  readonly runId: string;
  readonly workflowId: string;
  readonly workflowName: string;
  readonly endpoint: string;
  readonly error: unknown;
  readonly inputs: unknown;
  readonly failedAt: Date;
};

type ClaimDue = {
  readonly claim: string;
  readonly types: readonly string[];
  readonly limit: number;
  readonly leaseMs: number;
};
