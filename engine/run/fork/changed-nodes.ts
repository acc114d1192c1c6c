import { isDeepStrictEqual } from 'node:util';
import type { NodeRegistry } from '#lib/node-kit/define-node.ts';
import { agentsUsedBy } from '#lib/workflow/bundle-agents.ts';
import { definitionOf } from '#lib/workflow/node-ports.ts';
import type { Workflow, WorkflowEdge, WorkflowNode } from '#lib/workflow/workflow.ts';

/** The document of the source run, and that of the fork. */
export type Documents = { readonly before: Workflow; readonly after: Workflow };

/**
 * Ids of the nodes of one scope that differ between two documents: by their entry, their agents or their
 * incoming edges. Layout and labels do not count.
 * @returns only those of `after`; a container also when a node inside was removed
 */
export function changedNodes(
  { before, after }: Documents,
  parentId: string | undefined,
  registry: NodeRegistry,
): ReadonlySet<string> {
  const known = new Map(membersOf(before, parentId).map((node) => [node.id, node]));
  const waysBefore = waysInto(before);
  const waysAfter = waysInto(after);
  const bodyBefore = bodies(before);
  const bodyAfter = bodies(after);
  const hasOtherModel = before.settings.defaultModel !== after.settings.defaultModel;
  const isSame = (node: WorkflowNode): boolean => {
    const earlier = known.get(node.id);
    if (!earlier || (hasOtherModel && usesDefaultModel(node, registry))) return false;
    if (!isDeepStrictEqual(meaningOf(earlier), meaningOf(node))) return false;
    if (!isDeepStrictEqual(agentsUsedBy(earlier, before), agentsUsedBy(node, after))) return false;
    if (!isDeepStrictEqual(waysBefore.get(node.id), waysAfter.get(node.id))) return false;
    return (bodyBefore.get(node.id) ?? []).every((id) => bodyAfter.get(node.id)?.includes(id));
  };
  return new Set(membersOf(after, parentId).flatMap((node) => (isSame(node) ? [] : [node.id])));
}

/** Ids of all nodes of either document that were added, changed or removed. */
export function changedInDocument(documents: Documents, registry: NodeRegistry): string[] {
  const { before, after } = documents;
  const parents = new Set(after.nodes.map(({ parentId }) => parentId));
  const changed = [...parents].flatMap((parentId) => [...changedNodes(documents, parentId, registry)]);
  const kept = new Set(after.nodes.map(({ id }) => id));
  return [...changed, ...before.nodes.flatMap(({ id }) => (kept.has(id) ? [] : [id]))].sort();
}

export function membersOf(workflow: Workflow, parentId: string | undefined): readonly WorkflowNode[] {
  return workflow.nodes.filter((node) => node.parentId === parentId);
}

function meaningOf({ type, version, config, options: { notes: _, ...options } = {}, parentId }: WorkflowNode): object {
  return { type, version, config, options, parentId };
}

function usesDefaultModel(node: WorkflowNode, registry: NodeRegistry): boolean {
  const { model } = node.config;
  return model === 'default' || (model === undefined && 'model' in (definitionOf(node, registry)?.config.shape ?? {}));
}

function waysInto({ edges }: Workflow): ReadonlyMap<string, readonly string[]> {
  const ways = Map.groupBy(edges, ({ target }) => target);
  return new Map([...ways].map(([target, into]) => [target, into.map(wayOf).sort()]));
}

function wayOf({ source, sourceHandle, targetHandle }: WorkflowEdge): string {
  return `${source}.${sourceHandle} ${targetHandle}`;
}

function bodies({ nodes }: Workflow): ReadonlyMap<string | undefined, readonly string[]> {
  const byParent = Map.groupBy(nodes, ({ parentId }) => parentId);
  return new Map([...byParent].map(([parentId, members]) => [parentId, members.map(({ id }) => id)]));
}
