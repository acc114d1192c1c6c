import { AppError } from '#lib/errors/app-error.ts';
import type { WorkspaceId } from '#lib/ports/run-store.ts';
import type { Db } from './make-db.ts';

export type WebhookTarget = { readonly url: string /** As a `SecretBox` seals it. */; readonly sealedSecret: string };

export type WebhookRepository = {
  /**
   * Leaves word that the end of a run is to be told to somebody, once a run.
   * @throws {AppError} `run-not-found`
   */
  add(runId: string, target: WebhookTarget): Promise<void>;
};

const ADD = `INSERT INTO webhooks (run_id, url, secret) SELECT id, $3, $4 FROM runs WHERE id = $1 AND workspace_id = $2
  RETURNING run_id`;

export function webhookRepository({ query }: Db, workspaceId: WorkspaceId): WebhookRepository {
  return {
    async add(runId, { url, sealedSecret }) {
      const [row] = await query(ADD, [runId, workspaceId, url, sealedSecret]);
      if (!row) throw new AppError('run-not-found', `There is no run ${runId}.`);
    },
  };
}
