import { worded } from '../../i18n/problem-text.ts';
import { definitionOf, ERROR_PORT } from '../node-ports.ts';
import type { Problem } from '../problem.ts';
import { nodesBehind } from '../reached-nodes.ts';
import type { NodeId, WorkflowNode } from '../workflow.ts';
import type { Check, CheckContext } from './check.ts';

/** The graph: no cycles, one start, everything connected, no dangling branches. */
export const checkShape: Check = (context) => [
  ...cycles(context),
  ...(context.isPartial ? [] : [...checkStart(context), ...branches(context), ...emptyContainers(context)]),
];

function cycles({ schemas }: CheckContext): readonly Problem[] {
  return schemas.graph.cycles.map((group): Problem => {
    const [first = ''] = group;
    return {
      code: 'cycle',
      severity: 'error',
      ...worded(group.length === 1 ? ['leads-back', { node: first }] : ['wait-for-each-other', { nodes: listed(group) }], [
        'cycle-fix',
      ]),
      nodeId: first,
    };
  });
}

function listed(ids: readonly string[]): string {
  return ids.length > 6 ? `${ids.slice(0, 6).join(', ')}, … (${ids.length})` : ids.join(', ');
}

function checkStart(context: CheckContext): readonly Problem[] {
  const { workflow } = context;
  const [start, ...others] = workflow.nodes.filter((node) => node.type === 'start');
  if (!start) {
    if (workflow.nodes.some(({ id }) => context.isBroken(id))) return [];
    return [
      {
        code: 'start-missing',
        severity: 'warning',
        ...worded(['start-missing'], ['start-missing-fix']),
      },
    ];
  }
  if (others.length > 0)
    return others.map(
      (node): Problem => ({
        code: 'start-repeated',
        severity: 'error',
        ...worded(['start-repeated'], ['start-repeated-fix', { node: start.id }]),
        nodeId: node.id,
        path: 'type',
      }),
    );
  return unreachable(start, context);
}

/**
 * An unconnected node would start with the run, which is rarely intended. Disabled nodes and bodies
 * of containers are exempt. One gap is one problem, at the first node behind it.
 */
function unreachable(start: WorkflowNode, { schemas: { graph }, isReached, isBroken }: CheckContext): readonly Problem[] {
  const lost = [...graph.nodes.keys()].filter((id) => graph.containersOf(id).length === 0 && !isReached(id));
  const lostIds = new Set(lost);
  const hasLostSource = (id: NodeId) => graph.incoming(id).some(({ source }) => lostIds.has(source));
  // In a cycle every node has one: its first node then stands for it.
  const candidates = [...lost.filter((id) => !hasLostSource(id)), ...lost.filter(hasLostSource)];
  const reported = new Set<NodeId>();
  return candidates.flatMap((head): Problem[] => {
    if (reported.has(head)) return [];
    const gap = [...nodesBehind([head], graph, (id) => !reported.has(id))];
    for (const id of gap) reported.add(id);
    const [first, ...more] = gap.filter((id) => graph.nodes.get(id)?.options?.disabled !== true && !isBroken(id));
    if (first === undefined) return [];
    const named = { start: start.id, node: first };
    const words = worded(more.length === 0 ? ['unreachable', named] : ['unreachable-more', { ...named, count: more.length }], [
      'unreachable-fix',
    ]);
    return [{ code: 'unreachable-node', severity: 'error', ...words, nodeId: first }];
  });
}

/** An empty body has no result. */
function emptyContainers({ workflow, schemas: { graph }, registry }: CheckContext): readonly Problem[] {
  const full = new Set(workflow.nodes.map(({ id }) => graph.containersOf(id)[0]));
  return workflow.nodes
    .filter((node) => definitionOf(node, registry)?.isContainer && !full.has(node.id))
    .map(({ id }) => ({
      code: 'container-empty',
      severity: 'error',
      ...worded(['container-empty', { node: id }], ['container-empty-fix']),
      nodeId: id,
    }));
}

/** A branch may end at any node, but is often left open by mistake. */
function branches({ workflow, schemas: { graph, portsOf } }: CheckContext): readonly Problem[] {
  return workflow.nodes.flatMap((node): Problem[] => {
    const connected = new Set(graph.outgoing(node.id).map((edge) => edge.sourceHandle));
    const ports = Object.keys(portsOf(node.id) ?? {});
    const wanted = ports.length > 1 ? ports : [];
    const all = node.options?.onError === 'branch' ? [...wanted, ERROR_PORT] : wanted;
    return all
      .filter((port) => !connected.has(port))
      .map((port) => ({
        code: 'branch-missing',
        severity: 'warning',
        ...worded(['branch-open', { port, node: node.id }], ['branch-open-fix', { port }]),
        nodeId: node.id,
        path: port === ERROR_PORT ? 'options.onError' : `ports.${port}`,
      }));
  });
}
