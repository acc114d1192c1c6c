import { AppError } from '#lib/errors/app-error.ts';
import type { WorkspaceId } from '#lib/ports/run-store.ts';
import type { Db } from '../database/make-db.ts';

export type WebhookTarget = { readonly url: string /** As a `SecretBox` seals it. */; readonly sealedSecret: string };

export type WebhookRepository = {
  /**
   * Leaves word that the end of a run is to be told to somebody, once a run: what was left first stands.
   * @returns the sealed secret that is kept; null once the end has been told
   * @throws {AppError} `run-not-found`
   */
  add(runId: string, target: WebhookTarget): Promise<string | null>;
};

const ADD = `INSERT INTO webhooks (run_id, url, secret) SELECT id, $3, $4 FROM runs WHERE id = $1 AND workspace_id = $2
  ON CONFLICT (run_id) DO UPDATE SET run_id = excluded.run_id RETURNING secret AS "sealedSecret"`;

export function webhookRepository({ query }: Db, workspaceId: WorkspaceId): WebhookRepository {
  return {
    async add(runId, { url, sealedSecret }) {
      const [row] = await query<{ sealedSecret: string | null }>(ADD, [runId, workspaceId, url, sealedSecret]);
      if (!row) throw new AppError('run-not-found', `There is no run ${runId}.`);
      return row.sealedSecret;
    },
  };
}
