import type pg from 'pg';
import type { WorkspaceId } from '#lib/ports/run-store.ts';
import { MAX_TABS, type SessionTab, type SessionTabs, TAB_KEPT_HOURS } from '#lib/ports/session-tabs.ts';
import { constant, type Sql, sql } from '../database/sql.ts';

type Row = { readonly tabId: string; readonly at: Date; readonly tab: string };
type Pool = Pick<pg.Pool, 'query'>;

const COLUMNS = constant('t.tab_id AS "tabId", t.updated_at AS at, t.tab');

/** Tabs of sessions in the database. */
export class PgTabStore implements SessionTabs {
  readonly #pool: Pool;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  read({ workspaceId, runId }: { workspaceId: WorkspaceId; runId: string }, limit: number): Promise<SessionTab[]> {
    const ofRun = sql`SELECT session_key FROM runs WHERE workspace_id = ${workspaceId} AND id = ${runId}`;
    return this.#find(workspaceId, sql`t.session_id = (${ofRun})`, limit);
  }

  list(workspaceId: WorkspaceId, sessionKey: string): Promise<SessionTab[]> {
    return this.#find(workspaceId, sql`t.session_id = ${sessionKey}`, MAX_TABS);
  }

  /**
   * Stores a report, unless the same page has already sent one with this `seq` or a greater one.
   * @returns whether it was stored
   */
  async put(
    workspaceId: WorkspaceId,
    { sessionKey, tabId, clientId, seq, tab }: { sessionKey: string; tabId: string; clientId: string; seq: number; tab: object },
  ): Promise<boolean> {
    const { rowCount } = await this.#pool.query(sql`INSERT INTO session_tabs AS known
        (session_id, tab_id, workspace_id, client_id, seq, tab, expires_at)
      SELECT id, ${tabId}, workspace_id, ${clientId}, ${seq}::bigint, ${JSON.stringify(tab)},
        CURRENT_TIMESTAMP + ${TAB_KEPT_HOURS}::int * interval '1 hour'
      FROM sessions WHERE id = ${sessionKey} AND workspace_id = ${workspaceId}
      ON CONFLICT (session_id, tab_id) DO UPDATE SET client_id = excluded.client_id, seq = excluded.seq, tab = excluded.tab,
        updated_at = CURRENT_TIMESTAMP, expires_at = excluded.expires_at
        WHERE known.client_id <> excluded.client_id OR known.seq < excluded.seq`);
    if (!rowCount) return false;
    await this.#pool.query(sql`DELETE FROM session_tabs WHERE workspace_id = ${workspaceId} AND session_id = ${sessionKey}
      AND tab_id IN (SELECT tab_id FROM session_tabs WHERE workspace_id = ${workspaceId} AND session_id = ${sessionKey}
        ORDER BY updated_at DESC, tab_id OFFSET ${MAX_TABS})`);
    return true;
  }

  async #find(workspaceId: WorkspaceId, where: Sql, limit: number): Promise<SessionTab[]> {
    const { rows } = await this.#pool.query<Row>(sql`SELECT ${COLUMNS} FROM session_tabs t
      WHERE t.workspace_id = ${workspaceId} AND ${where} AND t.expires_at > CURRENT_TIMESTAMP
      ORDER BY t.updated_at DESC, t.tab_id LIMIT ${limit}`);
    return rows.map(({ tabId, at, tab }) => ({ tabId, at: at.toISOString(), tab: JSON.parse(tab) }));
  }
}

/** Deletes reports that are older than they are kept. */
export async function deleteExpiredTabs(pool: Pool): Promise<void> {
  await pool.query(
    sql`DELETE FROM session_tabs USING workspaces WHERE workspace_id = workspaces.id AND expires_at <= CURRENT_TIMESTAMP`,
  );
}
