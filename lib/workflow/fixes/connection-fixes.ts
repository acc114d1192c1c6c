import { nextOutput } from '../edit/append-node.ts';
import { type Connection, connectPorts } from '../edit/connect-ports.ts';
import { newNodeConfig } from '../edit/new-node-config.ts';
import { newNodeId } from '../edit/new-node-id.ts';
import { openEnd } from '../edit/open-end.ts';
import { removeElements } from '../edit/remove-elements.ts';
import { buildGraph } from '../graph.ts';
import { definitionOf, ERROR_PORT, endsRun, portsOf } from '../node-ports.ts';
import type { Problem } from '../problem.ts';
import { reachedFrom } from '../reached-nodes.ts';
import type { NodeId, Workflow, WorkflowEdge, WorkflowNode } from '../workflow.ts';
import { type Fix, makeFix } from './fix.ts';
import type { FixContext } from './fix-context.ts';
import { onlyStart } from './input-fixes.ts';

const STEP = { x: 260, y: 140 } as const;

/** The edge, if it is possible. `from` is what its text names: the source, or a port of it. */
export function connectFix(
  ends: Pick<Connection, 'source' | 'sourceHandle' | 'target'>,
  context: FixContext,
  from: string = ends.source,
): Fix[] {
  const { workflow, registry } = context;
  const target = workflow.nodes.find(({ id }) => id === ends.target);
  const [targetHandle] = definitionOf(target, registry)?.inputs ?? [];
  if (targetHandle === undefined) return [];
  const connection = { ...ends, targetHandle };
  if (!connectPorts(workflow, registry, connection).ok) return [];
  return [makeFix('connect', { source: from, node: ends.target }, { kind: 'connect', connection })];
}

/** Connects a node that nothing leads to with the node before it, or with the start. */
export function unreachableFixes({ nodeId }: Problem, context: FixContext): readonly Fix[] {
  const node = context.workflow.nodes.find(({ id }) => id === nodeId);
  if (!node) return [];
  const start = onlyStart(context);
  const sources = new Set([...likelySources(node, context), ...(start ? [start] : [])]);
  const fixes = [...sources].flatMap((source) => {
    const port = nextOutput(context.workflow, source, context.registry);
    return port === undefined ? [] : connectFix({ source: source.id, sourceHandle: port, target: node.id }, context);
  });
  return [...fixes.slice(0, 2), makeFix('removeNode', { node: node.id }, { kind: 'remove', nodeId: node.id })];
}

/** What it reads, the open end, and what is drawn above it. */
function likelySources(node: WorkflowNode, { workflow, registry, schemas: { graph } }: FixContext): readonly WorkflowNode[] {
  const isReached = reachedFrom(workflow, graph);
  const open = openEnd(workflow, registry);
  const possible = workflow.nodes.filter(
    (one) => one.parentId === node.parentId && one.id !== node.id && isReached(one.id) && !endsRun(one),
  );
  const text = JSON.stringify(node.config);
  const read = possible.filter(({ id }) => new RegExp(`\\b${id}\\.`).test(text)).toSorted(inOrder(graph.order));
  const above = possible
    .filter((one) => one.position.y < node.position.y && hasOpenPort(workflow, one, registry))
    .toSorted((a, b) => distance(a, node) - distance(b, node));
  return [...read.filter((one) => hasOpenPort(workflow, one, registry)), ...(open ? [open] : []), ...above];
}

/** The last in the order of the run comes first. */
function inOrder(order: readonly NodeId[]): (a: WorkflowNode, b: WorkflowNode) => number {
  return (a, b) => order.indexOf(b.id) - order.indexOf(a.id);
}

function hasOpenPort({ edges }: Workflow, node: WorkflowNode, registry: FixContext['registry']): boolean {
  const definition = definitionOf(node, registry);
  const used = new Set(edges.filter(({ source }) => source === node.id).map(({ sourceHandle }) => sourceHandle));
  return Object.keys((definition && portsOf(definition, node.config)) ?? {}).some((port) => !used.has(port));
}

function distance({ position: a }: WorkflowNode, { position: b }: WorkflowNode): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}

/** Leads an open branch to an end. */
export function branchFixes({ nodeId, path, texts }: Problem, context: FixContext): readonly Fix[] {
  const { workflow, registry } = context;
  const node = workflow.nodes.find(({ id }) => id === nodeId);
  const port = texts?.message.params.port;
  if (!node || typeof port !== 'string') return [];
  const isError = path === 'options.onError';
  const unset = {
    kind: 'write',
    nodeId: node.id,
    path: ['options', 'onError'],
    from: node.options?.onError,
    to: undefined,
  } as const;
  const failRun = isError ? [makeFix('failRun', {}, unset)] : [];
  if (node.parentId !== undefined || !Object.hasOwn(registry, 'end')) return failRun;
  const ends = workflow.nodes.filter((one) => endsRun(one) && one.parentId === undefined);
  const nearest = ends.toSorted((a, b) => distance(a, node) - distance(b, node))[0];
  const toEnd = nearest ? connectFix({ source: node.id, sourceHandle: port, target: nearest.id }, context, port) : [];
  return [...toEnd, ...newEnd(node, port, context), ...failRun];
}

function newEnd(node: WorkflowNode, port: string, { workflow, registry }: FixContext): readonly Fix[] {
  const definition = registry.end;
  const [targetHandle] = definition?.inputs ?? [];
  if (!definition || targetHandle === undefined) return [];
  const id = newNodeId('end', new Set(workflow.nodes.map((one) => one.id)));
  const end: WorkflowNode = {
    id,
    type: 'end',
    version: definition.version,
    label: '',
    config: newNodeConfig(definition),
    position: freePosition(workflow, node),
  };
  const connection = { source: node.id, sourceHandle: port, target: id, targetHandle };
  return [makeFix('addEnd', { port }, { kind: 'add', node: end }, { kind: 'connect', connection })];
}

/** Below the node, as far to the right as needed. */
function freePosition({ nodes }: Workflow, { position }: WorkflowNode): WorkflowNode['position'] {
  const y = position.y + STEP.y;
  const isTaken = (x: number) =>
    nodes.some((node) => Math.abs(node.position.x - x) < STEP.x && Math.abs(node.position.y - y) < STEP.y);
  let x = position.x;
  while (isTaken(x)) x += STEP.x;
  return { x, y };
}

/** The edge that leads back, without which nothing waits for itself. */
export function cycleFixes({ nodeId }: Problem, { workflow, schemas: { graph } }: FixContext): readonly Fix[] {
  const cycle = graph.cycles.find((ids) => ids[0] === nodeId);
  if (!cycle) return [];
  const inside = new Set(cycle);
  const depths = depthsFromStart(workflow);
  const positions = new Map(workflow.nodes.map(({ id, position }) => [id, position.y]));
  const riseIn = (heights: ReadonlyMap<NodeId, number>, { source, target }: WorkflowEdge) =>
    (heights.get(source) ?? 0) - (heights.get(target) ?? 0);
  const edges = workflow.edges
    .filter(({ source, target }) => inside.has(source) && inside.has(target))
    .toSorted((a, b) => riseIn(depths, b) - riseIn(depths, a) || riseIn(positions, b) - riseIn(positions, a));
  const back = edges.find(({ id }) => breaks(id, workflow, graph.cycles.length)) ?? edges[0];
  return back ? [removeEdgeFix(back)] : [];
}

/** How many edges lead from the start to each node. */
function depthsFromStart({ nodes, edges }: Workflow): ReadonlyMap<NodeId, number> {
  const outgoing = Map.groupBy(edges, ({ source }) => source);
  const depths = new Map(nodes.filter(({ type }) => type === 'start').map(({ id }) => [id, 0]));
  // The map grows during iteration.
  for (const [id, depth] of depths)
    for (const { target } of outgoing.get(id) ?? []) if (!depths.has(target)) depths.set(target, depth + 1);
  return depths;
}

function breaks(edgeId: string, workflow: Workflow, cycleCount: number): boolean {
  const without = removeElements(workflow, { nodes: new Set(), edges: new Set([edgeId]) });
  return buildGraph(without).cycles.length < cycleCount;
}

function removeEdgeFix({ id, source, target }: WorkflowEdge): Fix {
  return makeFix('removeEdge', { source, target }, { kind: 'disconnect', edgeId: id });
}

/** An edge that cannot be: from or to the node that was meant, past a node that is gone, or none. */
export function edgeFixes(problem: Problem, context: FixContext): readonly Fix[] {
  const edge = context.workflow.edges.find(({ id }) => id === problem.edgeId);
  return edge ? [...reconnected(edge, problem, context), ...joined(edge, problem, context), removeEdgeFix(edge)] : [];
}

function reconnected(edge: WorkflowEdge, { code, path, texts }: Problem, context: FixContext): readonly Fix[] {
  const meant = texts?.hint?.key === 'meant' ? String(texts.hint.params.name) : undefined;
  if (meant === undefined || path === undefined || (code !== 'edge-dangling' && code !== 'port-unknown')) return [];
  const { source, sourceHandle, target, targetHandle } = edge;
  const connection = { source, sourceHandle, target, targetHandle, [path]: meant };
  const without = removeElements(context.workflow, { nodes: new Set(), edges: new Set([edge.id]) });
  if (!connectPorts(without, context.registry, connection).ok) return [];
  return [makeFix('connectTo', { name: meant }, { kind: 'disconnect', edgeId: edge.id }, { kind: 'connect', connection })];
}

/** Joins the neighbours of a node that is not there any more. */
function joined(edge: WorkflowEdge, { code, path }: Problem, { workflow, registry, schemas }: FixContext): readonly Fix[] {
  if (code !== 'edge-dangling') return [];
  const gone = path === 'source' ? edge.source : edge.target;
  if (schemas.graph.nodes.has(gone)) return [];
  const into = workflow.edges.filter(({ target }) => target === gone);
  const outOf = workflow.edges.filter(({ source, sourceHandle }) => source === gone && sourceHandle !== ERROR_PORT);
  const [from] = into;
  const [to] = outOf;
  if (!from || !to || into.length > 1 || outOf.length > 1) return [];
  const { source, sourceHandle } = from;
  const connection = { source, sourceHandle, target: to.target, targetHandle: to.targetHandle };
  if (!connectPorts(workflow, registry, connection).ok) return [];
  const steps = [from, to].map(({ id }) => ({ kind: 'disconnect', edgeId: id }) as const);
  return [makeFix('connect', { source, node: to.target }, ...steps, { kind: 'connect', connection })];
}

/** Without an end between them. */
export function afterEndFixes(problem: Problem, context: FixContext): readonly Fix[] {
  const edge = context.workflow.edges.find(({ id }) => id === problem.edgeId);
  return edge ? [removeEdgeFix(edge)] : [];
}
