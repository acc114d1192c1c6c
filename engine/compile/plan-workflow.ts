import { AppError } from '#lib/errors/app-error.ts';
import type { NodeRegistry } from '#lib/node-kit/define-node.ts';
import { sortEdges } from '#lib/workflow/format-workflow.ts';
import { definitionOf } from '#lib/workflow/node-ports.ts';
import type { Workflow } from '#lib/workflow/workflow.ts';
import type { ExecutorRegistry } from '../executors/define-executor.ts';
import { fuseSteps, type Step } from './fuse-steps.ts';
import { mergeRegions } from './merge-regions.ts';
import { type Body, type PlannedNode, planNode } from './plan-node.ts';

/** A workflow made ready to run. Holds nothing of any run, so one plan serves all of them. */
export type Plan = {
  /** Sources first. */
  readonly steps: readonly Step[];
  /** The `end` nodes in id order, or the sinks when there is none: what the run's outputs are made of. */
  readonly outlets: { readonly kind: 'end' | 'sinks'; readonly nodes: readonly PlannedNode[] };
};

type Registries = { readonly nodes: NodeRegistry; readonly executors: ExecutorRegistry };

/**
 * @param workflow a validated one
 * @throws {AppError} `workflow-invalid` for what validation should have found: an unknown type, a cycle
 */
export async function planWorkflow(workflow: Workflow, registries: Registries): Promise<Plan> {
  const order = (await scopePlanner(workflow, registries))(undefined);
  const ends = order.filter((node) => node.type === 'end').sort((a, b) => (a.id < b.id ? -1 : 1));
  const sinks = order.filter((node) => node.outgoing.length === 0).sort((a, b) => (a.id < b.id ? -1 : 1));
  return {
    steps: mergeRegions(fuseSteps(order)),
    outlets: ends.length > 0 ? { kind: 'end', nodes: ends } : { kind: 'sinks', nodes: sinks },
  };
}

/** What lies in one container. @throws as `planWorkflow` */
export async function planBody(workflow: Workflow, containerId: string, registries: Registries): Promise<Body> {
  return (await scopePlanner(workflow, registries))(containerId);
}

/** Plans the nodes of one scope, sources first, and with each container its body. */
async function scopePlanner(workflow: Workflow, { nodes, executors }: Registries): Promise<(parentId?: string) => PlannedNode[]> {
  const types = [...new Set(workflow.nodes.map((node) => node.type))];
  const load = async (type: string) => (Object.hasOwn(executors, type) ? (await executors[type]?.())?.default : undefined);
  const loaded = new Map(await Promise.all(types.map(async (type) => [type, await load(type)] as const)));
  const edges = sortEdges(workflow.edges);
  const byTarget = Map.groupBy(edges, (edge) => edge.target);
  const bySource = Map.groupBy(edges, (edge) => edge.source);
  const byParent = Map.groupBy(workflow.nodes, (node) => node.parentId);
  const planScope = (parentId?: string): PlannedNode[] => {
    const planned = (byParent.get(parentId) ?? []).map((node) => {
      const definition = definitionOf(node, nodes);
      const execute = loaded.get(node.type);
      if (!definition || !execute)
        throw new AppError('workflow-invalid', `Unknown node type: ${node.type}`, { details: { nodeId: node.id } });
      return planNode(node, definition, execute, {
        incoming: byTarget.get(node.id) ?? [],
        outgoing: bySource.get(node.id) ?? [],
        ...(definition.isContainer && { body: planScope(node.id) }),
      });
    });
    return sortSourcesFirst(planned);
  };
  return planScope;
}

function sortSourcesFirst(nodes: readonly PlannedNode[]): PlannedNode[] {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const open = new Map(nodes.map((node) => [node.id, node.incoming.length]));
  const order = nodes.filter((node) => node.incoming.length === 0);
  // The list grows while it is walked: each node is appended when its last source has been passed.
  for (const node of order) {
    for (const edge of node.outgoing) {
      const left = (open.get(edge.target) ?? 0) - 1;
      open.set(edge.target, left);
      const target = byId.get(edge.target);
      if (left === 0 && target) order.push(target);
    }
  }
  if (order.length < nodes.length) throw new AppError('workflow-invalid', 'The workflow has a cycle');
  return order;
}
