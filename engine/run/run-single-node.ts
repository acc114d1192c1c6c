import { NodeFailure } from '#lib/errors/node-failure.ts';
import { translateError } from '#lib/i18n/word-error.ts';
import type { NodeRegistry } from '#lib/node-kit/define-node.ts';
import type { NodeRunResult } from '#lib/ports/run-service.ts';
import { NO_USAGE } from '#lib/run/token-usage.ts';
import { iterationContainers } from '#lib/workflow/body-variables.ts';
import { BRANCH_ROOT } from '#lib/workflow/branch-root.ts';
import { formatWorkflow, sortEdges } from '#lib/workflow/format-workflow.ts';
import { definitionOf } from '#lib/workflow/node-ports.ts';
import type { Workflow } from '#lib/workflow/workflow.ts';
import type { ExecutorRegistry } from '../contract/define-executor.ts';
import { type PlannedNode, planNode } from '../plan/plan-node.ts';
import { type Plan, planInside } from '../plan/plan-workflow.ts';
import { compileRun, type RunPlan } from './compile-run.ts';
import type { RunThread } from './run-thread.ts';
import type { RunContext } from './scopes/run-context.ts';
import { caughtError } from './state/node-error.ts';
import { type NodeResult, readableValue } from './state/node-result.ts';

type Registries = { readonly nodes: NodeRegistry; readonly executors: ExecutorRegistry };
type SingleNodePorts = Registries & {
  readonly inputs: Readonly<Record<string, unknown>>;
  /** Makes the run's log and state, with the results of the nodes before. */
  open(document: string, known: ReadonlyMap<string, NodeResult>): Promise<RunContext>;
  launch(run: RunContext, prepared: PreparedNode): RunThread;
};

/** A plan of one node, with the given results of its predecessors. */
export type PreparedNode = { readonly plan: Plan; readonly runPlan: RunPlan; readonly before: ReadonlyMap<string, NodeResult> };

/** @throws {NodeFailure | ZodError} when there is no such node, or its config does not validate */
export async function prepareSingleNode(
  workflow: Workflow,
  nodeId: string,
  { inputs, ...registries }: Registries & { readonly inputs: Readonly<Record<string, unknown>> },
): Promise<PreparedNode> {
  const before = valuesBefore(workflow, nodeId, inputs);
  const single = await planSingle(workflow, nodeId, { ...registries, before });
  const planned = { ...single, variables: givenVariables(workflow, nodeId, inputs) };
  const plan: Plan = { steps: [{ id: nodeId, nodes: [planned] }], outlets: { kind: 'sinks', nodes: [planned] } };
  return { plan, before, runPlan: compileRun(plan) };
}

/** Validates one node, runs it in the same wrapper as every node, and returns its result. */
export async function runSingleNode(
  workflow: Workflow,
  nodeId: string,
  ports: SingleNodePorts,
): Promise<NodeRunResult & { runId?: string }> {
  const names = namesOf(workflow, nodeId);
  let prepared: PreparedNode;
  try {
    prepared = await prepareSingleNode(workflow, nodeId, ports);
  } catch (thrown) {
    const error = translateError(caughtError(thrown, nodeId).error, workflow.settings.language ?? 'en');
    return {
      success: false,
      output: null,
      error,
      executionTimeMs: 0,
      metadata: { llmCalls: 0, toolCalls: 0, tokenUsage: NO_USAGE, ...names },
    };
  }
  const run = await ports.open(formatWorkflow(workflow), prepared.before);
  const startedAt = performance.now();
  const { runId, usage, approvals } = await ports.launch(run, prepared).outcome;
  const result = run.results.ended.get(nodeId);
  const error = result?.error;
  return {
    runId,
    success: result?.status === 'succeeded',
    output: result ? (readableValue(result) ?? null) : null,
    ...(error && { error }),
    ...(approvals && { approvals }),
    executionTimeMs: Math.round((performance.now() - startedAt) * 1000) / 1000,
    metadata: { llmCalls: run.limits.used.llmCalls, toolCalls: run.limits.used.toolCalls, tokenUsage: usage, ...names },
  };
}

/** What a node of one tool or one processor works with; both fields hold no expressions. */
function namesOf({ nodes }: Workflow, nodeId: string): { toolName?: string; processorName?: string } {
  const { type, config = {} } = nodes.find(({ id }) => id === nodeId) ?? {};
  const { toolName, processorName } = config;
  return {
    ...(type === 'tool-call' && typeof toolName === 'string' && { toolName }),
    ...(type === 'context-processor' && typeof processorName === 'string' && { processorName }),
  };
}

type Before = ReadonlyMap<string, NodeResult>;

async function planSingle(
  workflow: Workflow,
  nodeId: string,
  { nodes, executors, before }: Registries & { before: Before },
): Promise<PlannedNode> {
  const node = workflow.nodes.find(({ id }) => id === nodeId);
  if (!node) throw new NodeFailure('unknown-node', `The workflow has no node ${nodeId}`);
  const definition = definitionOf(node, nodes);
  const execute = definition && (await executors[node.type]?.())?.default;
  if (!definition || !execute) throw new NodeFailure('unknown-type', `Unknown node type: ${node.type}`, { path: 'type' });
  const { disabled: _disabled, pinned: _pinned, ...options } = node.options ?? {};
  // Options that would skip the node or hide its error do not apply in a test.
  const incoming = sortEdges(workflow.edges).filter((edge) => edge.target === nodeId && before.has(edge.source));
  const inside = await planInside(workflow, node, { nodes, executors });
  return planNode({ ...node, options }, definition, execute, {
    incoming,
    outgoing: [],
    races: [],
    lineage: undefined,
    hasNode: (id) => workflow.nodes.some((other) => other.id === id),
    ...inside,
  });
}

/** Which branches the nodes before took, and the variables of an iteration: no node is run that could say. */
function givenVariables(
  workflow: Workflow,
  nodeId: string,
  inputs: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const isNode = (name: string) => workflow.nodes.some(({ id }) => id === name);
  const names = [...(isNode(BRANCH_ROOT) ? [] : [BRANCH_ROOT]), ...iterationContainers(workflow, nodeId).keys()];
  return Object.fromEntries(names.filter((name) => Object.hasOwn(inputs, name)).map((name) => [name, inputs[name]]));
}

/** A given value is on every port that is connected to the node; pinned nodes have their pinned values. */
function valuesBefore(workflow: Workflow, nodeId: string, inputs: Readonly<Record<string, unknown>>): Before {
  const before = new Map<string, NodeResult>();
  for (const node of workflow.nodes) {
    const value = Object.hasOwn(inputs, node.id) ? inputs[node.id] : node.options?.pinned;
    if (value === undefined || node.id === nodeId) continue;
    const ports = workflow.edges
      .filter((edge) => edge.target === nodeId && edge.source === node.id)
      .map((edge) => edge.sourceHandle);
    before.set(node.id, { status: 'succeeded', fired: Object.fromEntries([...ports, 'out'].map((port) => [port, value])) });
  }
  return before;
}
