import { AppError } from '#lib/errors/app-error.ts';
import { translateError } from '#lib/i18n/word-error.ts';
import type { ModelHandle } from '#lib/ports/model-registry.ts';
import { type PromptPreviewResult, promptNodeTypes } from '#lib/ports/prompt-preview.ts';
import type { StartRun } from '#lib/ports/run-service.ts';
import type { RunIdentity } from '#lib/ports/run-store.ts';
import type { Workflow } from '#lib/workflow/workflow.ts';
import { PromptPreviewed } from './contract/prompt-previewed.ts';
import type { EnginePorts } from './engine-ports.ts';
import { describeRequest } from './interaction/describe-request.ts';
import type { ModelRequest } from './interaction/model-request.ts';
import { DiscardingRunStore } from './memory/discarding-run-store.ts';
import { beginRun } from './run/begin-run.ts';
import { GroupCommit } from './run/log/group-commit.ts';
import { type PreparedNode, prepareSingleNode } from './run/run-single-node.ts';
import { RunThread } from './run/run-thread.ts';
import { caughtError } from './run/state/node-error.ts';
import { workspaceTools } from './tools/workspace-tools.ts';

/** A node whose prompt is wanted, with the values of the nodes that it reads. */
export type PreviewedNode = Pick<StartRun, 'workspaceId' | 'workflow' | 'inputs'> & { readonly nodeId: string };

/**
 * The first model request of a node, made by the code of its run up to where it would be sent.
 * Stores nothing and counts against no budget.
 * @throws {AppError} `not-found`; `body-invalid` for a node type without a model
 */
export async function previewPrompt(
  { workspaceId, workflow: given, nodeId, inputs }: PreviewedNode,
  ports: EnginePorts,
): Promise<PromptPreviewResult> {
  const workflow = withoutOptions(given, nodeId);
  const failed = (thrown: unknown) => ({
    error: translateError(caughtError(thrown, nodeId).error, workflow.settings.language ?? 'en'),
  });
  let prepared: PreparedNode;
  try {
    prepared = await prepareSingleNode(workflow, nodeId, { inputs, nodes: ports.nodes, executors: ports.executors });
  } catch (thrown) {
    return failed(thrown);
  }
  let seen: { readonly handle: ModelHandle; readonly request: ModelRequest } | undefined;
  const { budgets: _, ...others } = ports;
  const run = beginRun(
    identityOf({ workspaceId, workflow, nodeId, runId: ports.newId('run') }),
    { workflow, inputs },
    {
      ports: {
        ...others,
        tools: await workspaceTools(ports.tools, workspaceId),
        beforeModelRequest(handle: ModelHandle, request: ModelRequest) {
          seen ??= { handle, request };
          throw new PromptPreviewed();
        },
      },
      committer: new GroupCommit(new DiscardingRunStore(), { publish: () => {} }, { maxInFlight: 1 }),
    },
  );
  for (const [id, result] of prepared.before) run.results.end(id, result);
  const { error } = await new RunThread(run, prepared.plan, { runPlan: prepared.runPlan, startedAtMs: ports.clock.now() })
    .outcome;
  if (seen) return { prompt: await describeRequest(seen.handle, seen.request) };
  return error ? { error } : failed(new Error(`The node ${nodeId} made no model request`));
}

/** Without retries, time limits and what would hide the error of the node. */
function withoutOptions(workflow: Workflow, nodeId: string): Workflow {
  const node = workflow.nodes.find(({ id }) => id === nodeId);
  if (!node) throw new AppError('not-found', `The workflow has no node ${nodeId}`, { details: { nodeId } });
  if (!(promptNodeTypes as readonly string[]).includes(node.type)) {
    const problem = {
      path: 'body.nodeId',
      message: `A node of type ${node.type} has no prompt: choose ${promptNodeTypes.join(', ')}`,
    };
    throw new AppError('body-invalid', `${problem.path}: ${problem.message}`, { details: { problems: [problem] } });
  }
  const { options: _, ...bare } = node;
  return { ...workflow, nodes: workflow.nodes.map((other) => (other === node ? bare : other)) };
}

function identityOf({ workspaceId, workflow, nodeId, runId }: Omit<PreviewedNode, 'inputs'> & { runId: string }): RunIdentity {
  return {
    runId,
    workspaceId,
    workflowId: null,
    workflowName: workflow.name,
    documentHash: '',
    mode: 'node',
    inputs: '{}',
    nodeId,
  };
}
