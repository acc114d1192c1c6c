import { didYouMean } from '../did-you-mean.ts';
import { definitionOf, ERROR_PORT } from '../node-ports.ts';
import type { Problem } from '../problem.ts';
import type { WorkflowEdge, WorkflowNode } from '../workflow.ts';
import type { Check, CheckContext } from './check.ts';

/** Edges join two nodes of one scope, at ports that these have. */
export const checkEdges: Check = (context) => [
  ...context.workflow.nodes.flatMap((node) => checkParent(node, context)),
  ...context.workflow.edges.flatMap((edge) => checkEdge(edge, context)),
  ...repeatedEdges(context.workflow.edges),
];

function checkParent({ id, parentId }: WorkflowNode, { schemas, registry }: CheckContext): readonly Problem[] {
  if (parentId === undefined) return [];
  const problem = (message: string): Problem => ({
    code: 'parent-unknown',
    severity: 'error',
    message,
    nodeId: id,
    path: 'parentId',
  });
  const parent = schemas.graph.nodes.get(parentId);
  if (!parent) return [problem(`${id} lies in '${parentId}', which does not exist`)];
  const definition = definitionOf(parent, registry);
  if (definition && !definition.isContainer) return [problem(`${id} lies in ${parentId}, which is no container`)];
  return isInsideItself(id, schemas.graph.nodes) ? [problem(`${id} lies inside itself`)] : [];
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
  const outputs = portsOf(edge.source);
  const inputs = definitionOf(target, registry)?.inputs;
  return [
    ...(outputs ? checkPort(edge, 'sourceHandle', [...Object.keys(outputs), ERROR_PORT]) : []),
    ...(inputs ? checkPort(edge, 'targetHandle', inputs) : []),
  ];
}

function noSuchEnd(edge: WorkflowEdge, end: 'source' | 'target', nodes: ReadonlyMap<string, unknown>): Problem {
  const meant = didYouMean(edge[end], nodes.keys());
  const message = `Edge ${edge.id} ${end === 'source' ? 'begins' : 'ends'} at '${edge[end]}', which does not exist`;
  return {
    code: 'edge-dangling',
    severity: 'error',
    message,
    edgeId: edge.id,
    path: end,
    ...(meant !== undefined && { hint: `Did you mean ${meant}?` }),
  };
}

function acrossScopes(edge: WorkflowEdge): Problem {
  const message = `Edge ${edge.id} leads from ${edge.source} to ${edge.target} across the border of a container`;
  return {
    code: 'edge-across-scopes',
    severity: 'error',
    message,
    edgeId: edge.id,
    hint: 'Connect the container itself; its body reads outer values by reference',
  };
}

function checkPort(edge: WorkflowEdge, handle: 'sourceHandle' | 'targetHandle', ports: readonly string[]): readonly Problem[] {
  const name = edge[handle];
  if (ports.includes(name)) return [];
  const nodeId = handle === 'sourceHandle' ? edge.source : edge.target;
  const kind = handle === 'sourceHandle' ? 'output' : 'input';
  const meant = didYouMean(name, ports) ?? (ports.length === 1 ? ports[0] : undefined);
  const hint =
    meant !== undefined
      ? `Did you mean ${meant}?`
      : ports.length > 0
        ? `It has: ${ports.join(', ')}`
        : `${nodeId} has no ${kind}s`;
  return [
    {
      code: 'port-unknown',
      severity: 'error',
      message: `${nodeId} has no ${kind} '${name}'`,
      nodeId,
      edgeId: edge.id,
      path: handle,
      hint,
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
    const message = `Edge ${id} connects what another edge connects already`;
    return [{ code: 'edge-duplicate', severity: 'warning', message, edgeId: id, hint: 'Delete one of them' }];
  });
}
