import { worded } from '../../i18n/problem-text.ts';
import type { WorkflowGraph } from '../graph.ts';
import type { Problem } from '../problem.ts';
import type { WorkflowNode } from '../workflow.ts';
import type { Check } from './check.ts';

/** Nodes that share a conversation must be ordered by edges or mutually exclusive, and not run at once themselves. */
export const checkConversations: Check = ({ workflow, schemas: { graph, presence } }) => {
  const named = workflow.nodes.filter((node) => conversationOf(node) !== undefined && graph.isOrdered(node.id));
  const groups = Map.groupBy(named, conversationOf);
  return [
    ...named.flatMap((node) => concurrentWithItself(node, graph)),
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
  const container = graph.containersOf(node.id).find((id) => runsItemsAtOnce(graph.nodes.get(id)));
  if (container === undefined) return [];
  const params = { node: node.id, container, name: String(conversationOf(node)) };
  return [concurrent(node, ['conversation-in-map', params], ['conversation-in-map-fix', { container }])];
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

function conversationOf({ config }: WorkflowNode): string | undefined {
  const { conversation } = config;
  return typeof conversation === 'string' && conversation !== 'own' && conversation !== '' ? conversation : undefined;
}

function pairs<T>(items: readonly T[]): readonly (readonly [T, T])[] {
  return items.flatMap((a, index) => items.slice(index + 1).map((b) => [a, b] as const));
}
