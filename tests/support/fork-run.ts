import type { RunFork, RunPart, StartRun } from '#lib/ports/run-service.ts';
import { type Workflow, workflowSchema } from '#lib/workflow/workflow.ts';
import { TEST_WORKSPACE, type TestEngine } from './test-engine.ts';

export type ForkOptions = Omit<RunFork, 'source'> & {
  readonly workflow?: Workflow;
  readonly inputs?: Record<string, unknown>;
  readonly part?: RunPart;
};

/** The request for a fork of a run, as the API passes it to the engine. */
export function forkOf({ store }: TestEngine, runId: string, { workflow, inputs, part, ...fork }: ForkOptions = {}): StartRun {
  const row = store.database.runs.get(runId);
  if (!row) throw new Error(`There is no run ${runId}`);
  const document = store.database.documents.get(row.documentHash) ?? '';
  const before = JSON.parse(row.inputs) as Record<string, unknown>;
  return {
    workspaceId: TEST_WORKSPACE,
    workflow: workflow ?? workflowSchema.parse(JSON.parse(document)),
    inputs: inputs ?? before,
    mode: 'draft',
    ...(part && { part }),
    fork: {
      ...fork,
      source: { runId, rootRunId: row.fork?.of.rootRunId ?? runId, documentHash: row.documentHash, inputs: before },
    },
  };
}
