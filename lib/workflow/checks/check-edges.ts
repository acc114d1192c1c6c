import { worded } from '../../i18n/problem-text.ts';
import { didYouMean } from '../../text/did-you-mean.ts';
import { definitionOf, ERROR_PORT, endsRun } from '../node-ports.ts';
import type { Problem } from '../problem.ts';
import type { WorkflowEdge, WorkflowNode } from '../workflow.ts';
import type { Check, CheckContext } from './check.ts';

/** Edges connect existing ports of two nodes of one scope. */
export const checkEdges: Check = (context) => [
  ...context.workflow.nodes.flatMap((node) => checkParent(node, context)),
  ...context.workflow.edges.flatMap((edge) => checkEdge(edge, context)),
  ...repeatedEdges(context.workflow.edges),
];

function checkParent({ id, parentId }: WorkflowNode, { schemas, registry }: CheckContext): readonly Problem[] {
  if (parentId === undefined) return [];
  const problem = (key: 'parent-missing' | 'parent-no-container' | 'parent-itself'): Problem => ({
    code: 'parent-unknown',
    severity: 'error',
    ...worded([key, { node: id, parent: parentId }]),
    nodeId: id,
    path: 'parentId',
  });
  const parent = schemas.graph.nodes.get(parentId);
  if (!parent) return [problem('parent-missing')];
  const definition = definitionOf(parent, registry);
  if (definition && !definition.isContainer) return [problem('parent-no-container')];
  return isInsideItself(id, schemas.graph.nodes) ? [problem('parent-itself')] : [];
}

function isInsideItself(id: string, nodes: ReadonlyMap<string, WorkflowNode>): boolean {
  const seen = new Set<string>();
  for (let at = nodes.get(id)?.parentId; at !== undefined && !seen.has(at); at = nodes.get(at)?.parentId) {
    if (at === id) return true;
    seen.add(at);
  }
  return false;
}

function checkEdge(edge: WorkflowEdge, { schemas: { graph, portsOf }, registry }: CheckContext): readonly Problem[] {
  const source = graph.nodes.get(edge.source);
  const target = graph.nodes.get(edge.target);
  const dangling = [
    ...(source ? [] : [noSuchEnd(edge, 'source', graph.nodes)]),
    ...(target ? [] : [noSuchEnd(edge, 'target', graph.nodes)]),
  ];
  if (!source || !target) return dangling;
  const known = (parentId: string | undefined) => (parentId !== undefined && graph.nodes.has(parentId) ? parentId : undefined);
  if (known(source.parentId) !== known(target.parentId)) return [acrossScopes(edge)];
  if (endsRun(source) && edge.sourceHandle !== ERROR_PORT) return [afterEnd(edge)];
  const outputs = portsOf(edge.source);
  const inputs = definitionOf(target, registry)?.inputs;
  return [
    ...(outputs ? checkPort(edge, 'sourceHandle', [...Object.keys(outputs), ERROR_PORT]) : []),
    ...(inputs ? checkPort(edge, 'targetHandle', inputs) : []),
  ];
}

function noSuchEnd(edge: WorkflowEdge, end: 'source' | 'target', nodes: ReadonlyMap<string, unknown>): Problem {
  const meant = didYouMean(edge[end], nodes.keys());
  return {
    code: 'edge-dangling',
    severity: 'error',
    ...worded(
      [end === 'source' ? 'edge-begins-nowhere' : 'edge-ends-nowhere', { edge: edge.id, node: edge[end] }],
      meant === undefined ? undefined : ['meant', { name: meant }],
    ),
    edgeId: edge.id,
    path: end,
  };
}

function acrossScopes(edge: WorkflowEdge): Problem {
  return {
    code: 'edge-across-scopes',
    severity: 'error',
    ...worded(['edge-across-scopes', { edge: edge.id, source: edge.source, target: edge.target }], ['edge-across-scopes-fix']),
    edgeId: edge.id,
  };
}

/** A warning: stored workflows with such an edge run, with the node after the end. */
function afterEnd(edge: WorkflowEdge): Problem {
  return {
    code: 'edge-after-end',
    severity: 'warning',
    ...worded(
      ['edge-after-end', { edge: edge.id, source: edge.source, target: edge.target }],
      ['edge-after-end-fix', { target: edge.target }],
    ),
    edgeId: edge.id,
  };
}

function checkPort(edge: WorkflowEdge, handle: 'sourceHandle' | 'targetHandle', ports: readonly string[]): readonly Problem[] {
  const name = edge[handle];
  if (ports.includes(name)) return [];
  const nodeId = handle === 'sourceHandle' ? edge.source : edge.target;
  const kind = handle === 'sourceHandle' ? 'output' : 'input';
  const meant = didYouMean(name, ports) ?? (ports.length === 1 ? ports[0] : undefined);
  const hint = () => {
    if (meant !== undefined) return ['meant', { name: meant }] as const;
    return ports.length > 0
      ? (['has-names', { names: ports.join(', ') }] as const)
      : ([`port-no-${kind}s`, { node: nodeId }] as const);
  };
  return [
    {
      code: 'port-unknown',
      severity: 'error',
      ...worded([`port-no-${kind}`, { node: nodeId, name }], hint()),
      nodeId,
      edgeId: edge.id,
      path: handle,
    },
  ];
}

function repeatedEdges(edges: readonly WorkflowEdge[]): readonly Problem[] {
  const seen = new Set<string>();
  return edges.flatMap(({ id, source, sourceHandle, target, targetHandle }): Problem[] => {
    const key = [source, sourceHandle, target, targetHandle].join('\n');
    if (!seen.has(key)) {
      seen.add(key);
      return [];
    }
    const words = worded(['edge-duplicate', { edge: id }], ['edge-duplicate-fix']);
    return [{ code: 'edge-duplicate', severity: 'warning', ...words, edgeId: id }];
  });
}
