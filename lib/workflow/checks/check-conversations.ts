import { worded } from '../../i18n/problem-text.ts';
import type { Problem } from '../problem.ts';
import type { WorkflowNode } from '../workflow.ts';
import type { Check } from './check.ts';

/** Nodes that share a conversation must be ordered by edges or mutually exclusive. */
export const checkConversations: Check = ({ workflow, schemas: { graph, presence } }) => {
  const named = workflow.nodes.filter((node) => conversationOf(node) !== undefined && graph.isOrdered(node.id));
  const groups = Map.groupBy(named, conversationOf);
  return [...groups].flatMap(([conversation, nodes]) =>
    pairs(nodes)
      .filter(
        ([a, b]) => !graph.isSurelyBefore(a.id, b.id) && !graph.isSurelyBefore(b.id, a.id) && presence.mayBothRun(a.id, b.id),
      )
      .map(([a, b]): Problem => {
        return {
          code: 'conversation-concurrent',
          severity: 'error',
          ...worded(
            ['conversation-concurrent', { first: a.id, second: b.id, name: String(conversation) }],
            ['conversation-concurrent-fix'],
          ),
          nodeId: b.id,
          path: 'config.conversation',
        };
      }),
  );
};

function conversationOf({ config }: WorkflowNode): string | undefined {
  const { conversation } = config;
  return typeof conversation === 'string' && conversation !== 'own' && conversation !== '' ? conversation : undefined;
}

function pairs<T>(items: readonly T[]): readonly (readonly [T, T])[] {
  return items.flatMap((a, index) => items.slice(index + 1).map((b) => [a, b] as const));
}
