import { apiClient } from '#components/data/api-client.ts';
import type { ForkBody } from '#components/run-view/fork/fork-draft.ts';

/** Starts what was planned; @returns the new run's id, once it is stored */
export async function startFork(runId: string, body: ForkBody): Promise<string> {
  const accepted = await apiClient.forkRun({ params: { id: runId }, body: { ...body, mode: 'async' } });
  return accepted.runId;
}
