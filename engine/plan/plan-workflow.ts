import { AppError } from '#lib/errors/app-error.ts';
import type { NodeRegistry } from '#lib/node-kit/define-node.ts';
import { slugOfWorkflowTool } from '#lib/tools/workflow-tool-id.ts';
import { type CallTarget, callKey, callTargetOf, readCalled, readToolWorkflows } from '#lib/workflow/called-workflows.ts';
import { sortEdges } from '#lib/workflow/format-workflow.ts';
import { isRace } from '#lib/workflow/join-mode.ts';
import { definitionOf } from '#lib/workflow/node-ports.ts';
import { workflowToolsIn } from '#lib/workflow/tools/workflow-tool.ts';
import { topologicalOrder } from '#lib/workflow/topological-order.ts';
import type { Workflow, WorkflowEdge, WorkflowNode } from '#lib/workflow/workflow.ts';
import type { ExecutorRegistry } from '../contract/define-executor.ts';
import { fuseSteps, type Step } from './fuse-steps.ts';
import { knownAgents } from './known-agents.ts';
import { Lineage } from './lineage.ts';
import { mergeRegions } from './merge-regions.ts';
import { type Body, type PlannedCall, type PlannedNode, type PlannedWorkflowTools, planNode } from './plan-node.ts';
import { planRaces } from './plan-races.ts';

/** A workflow made ready to run. Holds nothing of any run, so one plan serves all of them. */
export type Plan = {
  /** Sources first. */
  readonly steps: readonly Step[];
  /** The nodes whose values are the run's outputs: `end` nodes in id order, or the sinks if there is none. */
  readonly outlets: { readonly kind: 'end' | 'sinks'; readonly nodes: readonly PlannedNode[] };
};

type Registries = { readonly nodes: NodeRegistry; readonly executors: ExecutorRegistry };

/**
 * @param workflow a validated one
 * @throws {AppError} `workflow-invalid` for what validation should have found: an unknown type, a cycle
 */
export async function planWorkflow(workflow: Workflow, registries: Registries): Promise<Plan> {
  const order = (await scopePlanner(workflow, registries))(undefined);
  return { steps: mergeRegions(fuseSteps(order)), outlets: outletsOf(order) };
}

/** The plan of a partial run: some root nodes and their ancestors, with unchanged behaviour. */
export function planPart({ steps }: Plan, needed: ReadonlySet<string>): Plan {
  const order = steps.flatMap(({ nodes }) => nodes).filter(({ id }) => needed.has(id));
  const inside = order.map((node) => ({ ...node, outgoing: node.outgoing.filter(({ target }) => needed.has(target)) }));
  return { steps: mergeRegions(fuseSteps(inside)), outlets: outletsOf(inside) };
}

function outletsOf(order: readonly PlannedNode[]): Plan['outlets'] {
  const ends = order.filter((node) => node.type === 'end').sort((a, b) => (a.id < b.id ? -1 : 1));
  const sinks = order.filter((node) => node.outgoing.length === 0).sort((a, b) => (a.id < b.id ? -1 : 1));
  return ends.length > 0 ? { kind: 'end', nodes: ends } : { kind: 'sinks', nodes: sinks };
}

type Inside = { readonly body?: Body; readonly call?: PlannedCall; readonly workflowTools?: PlannedWorkflowTools | undefined };

/**
 * The inside of one node: the body of a container, or the sub-workflow it calls.
 * @throws as `planWorkflow`
 */
export async function planInside(workflow: Workflow, node: WorkflowNode, registries: Registries): Promise<Inside> {
  if (node.type === 'workflow') return planCall(workflow, node, { ...registries, depth: 0 });
  if (!definitionOf(node, registries.nodes)?.isContainer)
    return { workflowTools: await planWorkflowTools(workflow, { ...registries, depth: 0 }) };
  return { body: (await scopePlanner(workflow, registries))(node.id) };
}

/** Above the depth limit of inlining, which refuses recursion. */
const MAX_CALL_DEPTH = 20;

async function planCall(
  workflow: Workflow,
  node: WorkflowNode,
  { depth, ...registries }: Registries & { depth: number },
): Promise<Inside> {
  const called = readCalled(node, workflow, registries.nodes);
  if (!called || depth > MAX_CALL_DEPTH)
    throw new AppError('workflow-invalid', `${node.id} runs a workflow that is not there: ${node.config.workflowId}`, {
      details: { nodeId: node.id },
    });
  const target = callTargetOf(node) ?? { workflowId: String(node.config.workflowId) };
  return planCalled(called, target, { ...registries, depth: depth + 1 });
}

async function planCalled(
  called: Workflow,
  target: CallTarget,
  { depth, ...registries }: Registries & { depth: number },
): Promise<{ readonly body: Body; readonly call: PlannedCall }> {
  const body = (await scopePlanner(called, registries, depth))(undefined);
  const { defaultModel, language, mode, credentials = {}, session = {} } = called.settings;
  const agents = knownAgents(called);
  const settings = { defaultModel, language, mode, credentials, session };
  return { body, call: { outlets: outletsOf(body), ...settings, workflowId: target.workflowId, key: callKey(target), agents } };
}

/** Undefined where the document has no workflow as a tool. */
async function planWorkflowTools(
  workflow: Workflow,
  { depth, ...registries }: Registries & { depth: number },
): Promise<PlannedWorkflowTools | undefined> {
  const definitions = Object.values(workflowToolsIn(workflow, registries.nodes));
  if (definitions.length === 0 || depth > MAX_CALL_DEPTH) return undefined;
  const published = readToolWorkflows(workflow, registries.nodes);
  const tools: [string, PlannedWorkflowTools[string]][] = [];
  for (const definition of definitions) {
    const slug = slugOfWorkflowTool(definition.id) as string;
    const found = published.get(slug);
    if (!found) continue;
    const planned = await planCalled(found.document, found, { ...registries, depth: depth + 1 });
    tools.push([definition.id, { slug, definition, ...planned }]);
  }
  return Object.fromEntries(tools);
}

/** Plans the nodes of one scope, sources first, and with each container its body. */
async function scopePlanner(
  workflow: Workflow,
  { nodes, executors }: Registries,
  depth = 0,
): Promise<(parentId?: string) => PlannedNode[]> {
  const calls = new Map<string, Inside>();
  for (const node of workflow.nodes)
    if (node.type === 'workflow') calls.set(node.id, await planCall(workflow, node, { nodes, executors, depth }));
  const workflowTools = await planWorkflowTools(workflow, { nodes, executors, depth });
  const types = [...new Set(workflow.nodes.map((node) => node.type))];
  const load = async (type: string) => (Object.hasOwn(executors, type) ? (await executors[type]?.())?.default : undefined);
  const loaded = new Map(await Promise.all(types.map(async (type) => [type, await load(type)] as const)));
  const ids = new Set(workflow.nodes.map(({ id }) => id));
  const edges = sortEdges(workflow.edges);
  const byTarget = Map.groupBy(edges, (edge) => edge.target);
  const bySource = Map.groupBy(edges, (edge) => edge.source);
  const byParent = Map.groupBy(workflow.nodes, (node) => node.parentId);
  const planScope = (parentId?: string): PlannedNode[] => {
    const members = sortSourcesFirst(byParent.get(parentId) ?? [], bySource);
    const lineage = members.some(isRace) ? new Lineage(members, byTarget) : undefined;
    const races = planRaces(members, bySource);
    return members.map((node) => {
      const definition = definitionOf(node, nodes);
      const execute = loaded.get(node.type);
      if (!definition || !execute)
        throw new AppError('workflow-invalid', `Unknown node type: ${node.type}`, { details: { nodeId: node.id } });
      return planNode(node, definition, execute, {
        incoming: byTarget.get(node.id) ?? [],
        outgoing: bySource.get(node.id) ?? [],
        races: races.get(node.id) ?? [],
        lineage,
        hasNode: (id) => ids.has(id),
        ...(definition.isContainer && { body: planScope(node.id) }),
        ...(workflowTools && { workflowTools }),
        ...calls.get(node.id),
      });
    });
  };
  return planScope;
}

function sortSourcesFirst(
  nodes: readonly WorkflowNode[],
  bySource: ReadonlyMap<string, readonly WorkflowEdge[]>,
): WorkflowNode[] {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const order = topologicalOrder(nodes, ({ id }) => (bySource.get(id) ?? []).flatMap(({ target }) => byId.get(target) ?? []));
  if (order.length < nodes.length) throw new AppError('workflow-invalid', 'The workflow has a cycle');
  return order;
}
