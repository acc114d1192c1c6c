import { fieldPath } from '../expression/field-path.ts';
import { withoutBundle } from './called-workflows.ts';
import type { NodeId, Workflow, WorkflowEdge, WorkflowNode } from './workflow.ts';

/**
 * A field that differs: `config.userPrompt`, `options.retry.attempts`. `undefined` on the side
 * where it is missing.
 */
export type FieldChange = { readonly path: string; readonly before: unknown; readonly after: unknown };

export type NodeChange = {
  readonly nodeId: NodeId;
  readonly before: WorkflowNode;
  readonly after: WorkflowNode;
  readonly fields: readonly FieldChange[];
};

/** Changes from one document to another. A node with a new id counts as removed and added. */
export type WorkflowDiff = {
  /** True if at most positions differ. */
  readonly isSame: boolean;
  readonly added: readonly WorkflowNode[];
  readonly removed: readonly WorkflowNode[];
  readonly changed: readonly NodeChange[];
  /** Nodes of both documents with another position. */
  readonly moved: readonly NodeId[];
  readonly edges: { readonly added: readonly WorkflowEdge[]; readonly removed: readonly WorkflowEdge[] };
  /** Name, description, settings, notes and groups. */
  readonly settings: readonly FieldChange[];
};

/**
 * Compares two documents. Ignores the order of nodes, edges and keys, and the ids of edges;
 * compares lists item by item.
 */
export function diffWorkflows(before: Workflow, after: Workflow): WorkflowDiff {
  const { nodes: nodesBefore, edges: edgesBefore, ...restBefore } = withoutBundle(before);
  const { nodes: nodesAfter, edges: edgesAfter, ...restAfter } = withoutBundle(after);
  const known = new Map(nodesBefore.map((node) => [node.id, node]));
  const kept = new Set(nodesAfter.map(({ id }) => id));
  const both = nodesAfter.flatMap((node) => {
    const earlier = known.get(node.id);
    return earlier ? [{ nodeId: node.id, before: earlier, after: node }] : [];
  });
  const diff = {
    added: nodesAfter.filter(({ id }) => !known.has(id)),
    removed: nodesBefore.filter(({ id }) => !kept.has(id)),
    changed: both
      .map((pair) => ({ ...pair, fields: diffNodes(pair.before, pair.after) }))
      .filter(({ fields }) => fields.length > 0),
    moved: both.filter((pair) => isElsewhere(pair.before, pair.after)).map(({ nodeId }) => nodeId),
    edges: { added: without(edgesAfter, edgesBefore), removed: without(edgesBefore, edgesAfter) },
    settings: diffValues(restBefore, restAfter, []),
  };
  const counts = [diff.added, diff.removed, diff.changed, diff.edges.added, diff.edges.removed, diff.settings];
  return { ...diff, isSame: counts.every(({ length }) => length === 0) };
}

function diffNodes({ position: _, ...before }: WorkflowNode, { position: __, ...after }: WorkflowNode): FieldChange[] {
  return diffValues(before, after, []);
}

function isElsewhere({ position: before }: WorkflowNode, { position: after }: WorkflowNode): boolean {
  return Math.round(before.x) !== Math.round(after.x) || Math.round(before.y) !== Math.round(after.y);
}

function without(edges: readonly WorkflowEdge[], others: readonly WorkflowEdge[]): WorkflowEdge[] {
  const known = new Set(others.map(portsOf));
  return edges.filter((edge) => !known.has(portsOf(edge)));
}

function portsOf({ source, sourceHandle, target, targetHandle }: WorkflowEdge): string {
  return JSON.stringify([source, sourceHandle, target, targetHandle]);
}

/** The deepest fields that differ. A value that exists on one side only is not split. */
function diffValues(before: unknown, after: unknown, path: readonly (string | number)[]): FieldChange[] {
  if (isObject(before) && isObject(after)) {
    const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
    return keys.flatMap((key) => diffValues(own(before, key), own(after, key), [...path, key]));
  }
  if (Array.isArray(before) && Array.isArray(after)) {
    const indexes = [...Array(Math.max(before.length, after.length)).keys()];
    return indexes.flatMap((index) => diffValues(before[index], after[index], [...path, index]));
  }
  return isEqual(before, after) ? [] : [{ path: pathText(path), before, after }];
}

/** A field may have the name of one that every object inherits, such as `constructor`. */
function own(value: Readonly<Record<string, unknown>>, key: string): unknown {
  return Object.hasOwn(value, key) ? value[key] : undefined;
}

/** As in problems, but relative to the node or document. */
function pathText(path: readonly (string | number)[]): string {
  return fieldPath(path).replace(/^config\.?/, '');
}

function isEqual(before: unknown, after: unknown): boolean {
  // Objects and lists on both sides were compared already, so these have different types.
  return Object.is(before, after) || (before === 0 && after === 0);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
