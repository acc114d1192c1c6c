import type { ForkBody } from '#components/fork/fork-draft.ts';
import { apiClient } from '#components/run/api-client.ts';

/** Starts what was planned; @returns the new run's id, once it is stored */
export async function startFork(runId: string, body: ForkBody): Promise<string> {
  const accepted = await apiClient.forkRun({ params: { id: runId }, body: { ...body, mode: 'async' } });
  return accepted.runId;
}
