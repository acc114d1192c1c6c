import { effectsOf, type NodeRegistry, reachOf } from '../node-kit/define-node.ts';
import { definitionOf } from '../workflow/node-ports.ts';
import type { NodeId, Workflow, WorkflowNode } from '../workflow/workflow.ts';

/** What a person should see before accepting a proposal. */
export type ProposalWarning =
  /** A node that asked a person is removed, disabled, pinned to a value, or of another type. */
  | { readonly code: 'approval-removed'; readonly nodeId: NodeId }
  /** A node with side effects ran after an approval only, and now runs without one. */
  | { readonly code: 'approval-bypassed'; readonly nodeId: NodeId }
  /** A node with side effects is new, and no approval comes before it. */
  | { readonly code: 'writes-unapproved'; readonly nodeId: NodeId }
  /** No such node type exists here: the workflow does not run. */
  | { readonly code: 'unknown-type'; readonly nodeId: NodeId; readonly type: string }
  /** A limit of the workflow is removed or raised: `maxTokens`. */
  | { readonly code: 'limit-raised'; readonly limit: string }
  /** A credential may be sent to further hosts, or is new. */
  | { readonly code: 'credential-hosts'; readonly slot: string; readonly hosts: readonly string[] };

/** The warnings of a proposal; pure, by what the documents say and never by what its author says. */
export function findWarnings(base: Workflow, proposed: Workflow, registry: NodeRegistry): ProposalWarning[] {
  const before = new Map(base.nodes.map((node) => [node.id, node]));
  const after = new Map(proposed.nodes.map((node) => [node.id, node]));
  const isAsking = (node: WorkflowNode | undefined) => node !== undefined && asksPeople(node, registry);
  const lost = base.nodes.filter((node) => isAsking(node) && !isAsking(after.get(node.id)));
  const openBefore = reachedUnapproved(base, registry);
  const openAfter = reachedUnapproved(proposed, registry);
  const writing = proposed.nodes.filter((node) => openAfter.has(node.id) && writes(node, registry));
  const bypassed = writing.filter(({ id }) => before.has(id) && !openBefore.has(id));
  const fresh = writing.filter((node) => {
    const known = before.get(node.id);
    return !known || !writes(known, registry);
  });
  return [
    ...lost.map(({ id }) => ({ code: 'approval-removed' as const, nodeId: id })),
    ...bypassed.map(({ id }) => ({ code: 'approval-bypassed' as const, nodeId: id })),
    ...fresh.map(({ id }) => ({ code: 'writes-unapproved' as const, nodeId: id })),
    ...proposed.nodes
      .filter((node) => !definitionOf(node, registry) && before.get(node.id)?.type !== node.type)
      .map(({ id, type }) => ({ code: 'unknown-type' as const, nodeId: id, type })),
    ...raisedLimits(base, proposed),
    ...widerCredentials(base, proposed),
  ];
}

function asksPeople(node: WorkflowNode, registry: NodeRegistry): boolean {
  const definition = definitionOf(node, registry);
  if (!definition || node.options?.disabled || node.options?.pinned !== undefined) return false;
  return reachOf(definition, node.config).asksPeople === true;
}

function writes(node: WorkflowNode, registry: NodeRegistry): boolean {
  const definition = definitionOf(node, registry);
  return definition !== undefined && !node.options?.disabled && effectsOf(definition, node.config) === 'write';
}

/** Nodes that some path leads to without a person having approved: not through a node that asks one. */
function reachedUnapproved({ nodes, edges }: Workflow, registry: NodeRegistry): ReadonlySet<NodeId> {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const targets = Map.groupBy(edges, ({ source }) => source);
  const hasInput = new Set(edges.map(({ target }) => target));
  const bodies = Map.groupBy(nodes, ({ parentId }) => parentId);
  const reached = new Set<NodeId>();
  const open = (bodies.get(undefined) ?? []).filter(({ id }) => !hasInput.has(id)).map(({ id }) => id);
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    const node = byId.get(id);
    if (!node || reached.has(id)) continue;
    reached.add(id);
    if (asksPeople(node, registry)) continue;
    open.push(...(targets.get(id) ?? []).map(({ target }) => target));
    // The body of a container begins with its nodes that have no input.
    open.push(...(bodies.get(id) ?? []).filter((inner) => !hasInput.has(inner.id)).map((inner) => inner.id));
  }
  return reached;
}

function raisedLimits({ settings: before }: Workflow, { settings: after }: Workflow): ProposalWarning[] {
  const limits = Object.entries(before.limits ?? {});
  const now = (after.limits ?? {}) as Readonly<Record<string, unknown>>;
  return limits
    .filter(([name, value]) => typeof value === 'number' && !(typeof now[name] === 'number' && now[name] <= value))
    .map(([limit]) => ({ code: 'limit-raised', limit }));
}

function widerCredentials({ settings: before }: Workflow, { settings: after }: Workflow): ProposalWarning[] {
  return Object.entries(after.credentials ?? {}).flatMap(([slot, { hosts }]): ProposalWarning[] => {
    const known = before.credentials && Object.hasOwn(before.credentials, slot) ? before.credentials[slot]?.hosts : undefined;
    const further = hosts.filter((host) => !known?.includes(host));
    return further.length > 0 || !known ? [{ code: 'credential-hosts', slot, hosts: further }] : [];
  });
}
