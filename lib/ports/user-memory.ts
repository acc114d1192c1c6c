import type { MeteredRequest } from './model-meter.ts';
import type { WorkspaceId } from './run-store.ts';

/** Records about one user; the oldest are deleted beyond this. */
export const MAX_USER_RECORDS = 30;
export const MAX_RECORD_CHARS = 2000;

export type UserRecord = {
  readonly recordId: string;
  /** ISO time of its last change. */
  readonly at: string;
  readonly text: string;
};
/** Whose memory: that of the user for whom the run was started. */
export type RunOfUser = { readonly workspaceId: WorkspaceId; readonly runId: string };

/** The long-term memory of users. */
export interface UserMemory {
  /**
   * Those about the user of a run that fit `query` best, the best first; without one the latest.
   * Empty for a run without a user, or of a workflow that does not remember.
   */
  recall(
    run: RunOfUser,
    options: { readonly query?: string | undefined; readonly limit: number },
    request: MeteredRequest,
  ): Promise<readonly UserRecord[]>;
  /**
   * Stores texts about the user of a run. `key` identifies the call: repeating it changes nothing.
   * @returns undefined for a run without a user, or of a workflow that does not remember
   */
  remember(
    run: RunOfUser,
    options: { readonly key: string; readonly texts: readonly string[] },
    request: MeteredRequest,
  ): Promise<readonly UserRecord[] | undefined>;
}
