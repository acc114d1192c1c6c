import { worded } from '../../i18n/problem-text.ts';
import { calledBy, callTargetOf, isUncalled } from '../called-workflows.ts';
import type { WorkflowGraph } from '../graph.ts';
import type { Problem } from '../problem.ts';
import type { Workflow, WorkflowNode } from '../workflow.ts';
import type { Check } from './check.ts';

/** Nodes that share a conversation must be ordered by edges or mutually exclusive, and not run at once themselves. */
export const checkConversations: Check = ({ workflow, schemas: { graph, presence } }) => {
  const named = workflow.nodes.filter((node) => conversationOf(node) !== undefined && graph.isOrdered(node.id));
  const groups = Map.groupBy(named, conversationOf);
  return [
    ...named.flatMap((node) => concurrentWithItself(node, graph)),
    ...workflow.nodes.filter((node) => callsSession(node, workflow)).flatMap((node) => calledAtOnce(node, graph)),
    ...[...groups].flatMap(([conversation, nodes]) =>
      pairs(nodes)
        .filter(
          ([a, b]) => !graph.isSurelyBefore(a.id, b.id) && !graph.isSurelyBefore(b.id, a.id) && presence.mayBothRun(a.id, b.id),
        )
        .map(([a, b]) =>
          concurrent(
            b,
            ['conversation-concurrent', { first: a.id, second: b.id, name: String(conversation) }],
            ['conversation-concurrent-fix'],
          ),
        ),
    ),
  ];
};

/** Iterations of a `map` share the conversations of the run, and each would lose the messages of the others. */
function concurrentWithItself(node: WorkflowNode, graph: WorkflowGraph): Problem[] {
  const container = itemsAtOnceAround(node, graph);
  if (container === undefined) return [];
  const params = { node: node.id, container, name: String(conversationOf(node)) };
  if (!isOwnOfSession(node))
    return [concurrent(node, ['conversation-in-map', params], ['conversation-in-map-fix', { container }])];
  return [
    {
      ...concurrent(node, ['session-in-map', params], ['session-in-map-fix', { container }]),
      path: 'config.conversationScope',
    },
  ];
}

/** A called workflow has one session for all items. */
function calledAtOnce(node: WorkflowNode, graph: WorkflowGraph): Problem[] {
  const container = itemsAtOnceAround(node, graph);
  if (container === undefined) return [];
  const params = { node: node.id, container };
  return [
    {
      ...concurrent(node, ['called-session-in-map', params], ['called-session-in-map-fix', { container }]),
      path: 'config.workflowId',
    },
  ];
}

function callsSession(node: WorkflowNode, workflow: Workflow): boolean {
  const called = callTargetOf(node) && calledBy(node, workflow);
  if (!called || isUncalled(called)) return false;
  return called.nodes.some((inner) => inner.config.conversationScope === 'session' || callsSession(inner, called));
}

function itemsAtOnceAround({ id }: WorkflowNode, graph: WorkflowGraph): string | undefined {
  return graph.containersOf(id).find((container) => runsItemsAtOnce(graph.nodes.get(container)));
}

function runsItemsAtOnce(container: WorkflowNode | undefined): boolean {
  return container?.type === 'map' && container.config.concurrency !== 1;
}

function concurrent(node: WorkflowNode, ...sentences: Parameters<typeof worded>): Problem {
  return {
    code: 'conversation-concurrent',
    severity: 'error',
    ...worded(...sentences),
    nodeId: node.id,
    path: 'config.conversation',
  };
}

/** The conversation that the next turn of a session continues has the name of its node. */
function isOwnOfSession({ type, config: { conversation = 'own', conversationScope } }: WorkflowNode): boolean {
  return type === 'llm' && conversationScope === 'session' && conversation === 'own';
}

function conversationOf(node: WorkflowNode): string | undefined {
  if (isOwnOfSession(node)) return node.id;
  const { conversation } = node.config;
  return typeof conversation === 'string' && conversation !== 'own' && conversation !== '' ? conversation : undefined;
}

function pairs<T>(items: readonly T[]): readonly (readonly [T, T])[] {
  return items.flatMap((a, index) => items.slice(index + 1).map((b) => [a, b] as const));
}
