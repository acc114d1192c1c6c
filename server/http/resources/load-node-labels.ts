import { type NodeLabels, readNodeLabels } from '#lib/workflow/read-node-labels.ts';
import type { Repositories } from '../../db/repositories/repositories.ts';

const none: NodeLabels = () => undefined;

/** Labels of the nodes of runs, by the id of the run. Each document is read once. */
export async function loadNodeLabels(repos: Repositories, runIds: readonly string[]): Promise<(runId: string) => NodeLabels> {
  if (runIds.length === 0) return () => none;
  const documents = await repos.runs.documentsOf([...new Set(runIds)]);
  const byRun = new Map(
    documents.flatMap((row) => {
      const labels = readNodeLabels(row.document);
      return row.runIds.map((runId) => [runId, labels] as const);
    }),
  );
  return (runId) => byRun.get(runId) ?? none;
}
