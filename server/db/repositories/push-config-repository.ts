import { AppError } from '#lib/errors/app-error.ts';
import type { WorkspaceId } from '#lib/ports/run-store.ts';
import type { Db } from '../database/make-db.ts';
import { sql } from '../database/sql.ts';

/** A task may have at most this many. */
const MAX_PUSH_CONFIGS = 20;

export type StoredPushConfig = {
  readonly configId: string;
  /** Of A2A, which decides how a notification is written: `1.0` or `0.3`. */
  readonly protocol: string;
  readonly url: string;
  /** As a `SecretBox` seals it. */
  readonly sealedSecret: string;
};

export type PushConfigRepository = {
  /**
   * Replaces the one of the same id, and tells it of the state of its run again.
   * @throws {AppError} `run-not-found`; `body-invalid` for one too many
   */
  save(runId: string, config: StoredPushConfig): Promise<void>;
  get(runId: string, configId: string): Promise<StoredPushConfig | null>;
  /** Oldest first. */
  list(runId: string): Promise<StoredPushConfig[]>;
  /** @returns false when there was none */
  remove(runId: string, configId: string): Promise<boolean>;
};

const COLUMNS = sql`config_id AS "configId", protocol, url, secret AS "sealedSecret"`;

export function pushConfigRepository({ query }: Db, workspaceId: WorkspaceId): PushConfigRepository {
  const list = (runId: string) =>
    query<StoredPushConfig>(sql`SELECT ${COLUMNS} FROM a2a_push_configs
      WHERE run_id = ${runId} AND workspace_id = ${workspaceId} ORDER BY created_at, config_id`);
  return {
    list,
    async save(runId, { configId, protocol, url, sealedSecret }) {
      const known = await list(runId);
      if (known.length >= MAX_PUSH_CONFIGS && !known.some((one) => one.configId === configId))
        throw new AppError('body-invalid', `A task has at most ${MAX_PUSH_CONFIGS} push notification configs.`);
      const [row] = await query(sql`INSERT INTO a2a_push_configs (run_id, config_id, workspace_id, protocol, url, secret)
        SELECT id, ${configId}, workspace_id, ${protocol}, ${url}, ${sealedSecret} FROM runs
        WHERE id = ${runId} AND workspace_id = ${workspaceId}
        ON CONFLICT (run_id, config_id) DO UPDATE SET protocol = excluded.protocol, url = excluded.url, secret = excluded.secret,
          sent_seq = 0, attempts = 0, next_at = CURRENT_TIMESTAMP, failure = NULL, closed_at = NULL
        RETURNING run_id`);
      if (!row) throw new AppError('run-not-found', `There is no run ${runId}.`);
    },
    async get(runId, configId) {
      const [row] = await query<StoredPushConfig>(sql`SELECT ${COLUMNS} FROM a2a_push_configs
        WHERE run_id = ${runId} AND config_id = ${configId} AND workspace_id = ${workspaceId}`);
      return row ?? null;
    },
    async remove(runId, configId) {
      const rows = await query(sql`DELETE FROM a2a_push_configs
        WHERE run_id = ${runId} AND config_id = ${configId} AND workspace_id = ${workspaceId} RETURNING config_id`);
      return rows.length > 0;
    },
  };
}
