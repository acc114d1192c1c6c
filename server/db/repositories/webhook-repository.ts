import { AppError } from '#lib/errors/app-error.ts';
import type { WorkspaceId } from '#lib/ports/run-store.ts';
import type { Db } from '../database/make-db.ts';
import { sql } from '../database/sql.ts';

export type WebhookTarget = {
  readonly url: string;
  /** As a `SecretBox` seals it. */
  readonly sealedSecret: string;
};

export type WebhookRepository = {
  /**
   * Has the end of a run delivered to an address, once a run: the first target is kept.
   * @returns the sealed secret that is stored; null once the webhook is closed
   * @throws {AppError} `run-not-found`
   */
  add(runId: string, target: WebhookTarget): Promise<string | null>;
};

export function webhookRepository({ query }: Db, workspaceId: WorkspaceId): WebhookRepository {
  return {
    async add(runId, { url, sealedSecret }) {
      const [row] = await query<{ sealedSecret: string | null }>(sql`INSERT INTO webhooks (run_id, url, secret)
        SELECT id, ${url}, ${sealedSecret} FROM runs WHERE id = ${runId} AND workspace_id = ${workspaceId}
        ON CONFLICT (run_id) DO UPDATE SET run_id = excluded.run_id RETURNING secret AS "sealedSecret"`);
      if (!row) throw new AppError('run-not-found', `There is no run ${runId}.`);
      return row.sealedSecret;
    },
  };
}
