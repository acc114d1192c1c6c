import type { Problem } from '../problem.ts';
import type { WorkflowNode } from '../workflow.ts';
import type { Check } from './check.ts';

/** Nodes that share a conversation take turns: of two of them one must come before the other, or only one of them can run. */
export const checkConversations: Check = ({ workflow, schemas: { graph, presence } }) => {
  const named = workflow.nodes.filter((node) => conversationOf(node) !== undefined && graph.isOrdered(node.id));
  const groups = Map.groupBy(named, conversationOf);
  return [...groups].flatMap(([conversation, nodes]) =>
    pairs(nodes)
      .filter(
        ([a, b]) => !graph.isSurelyBefore(a.id, b.id) && !graph.isSurelyBefore(b.id, a.id) && presence.mayBothRun(a.id, b.id),
      )
      .map(([a, b]): Problem => {
        const message = `${a.id} and ${b.id} may run at the same time and share the conversation '${conversation}'`;
        return {
          code: 'conversation-concurrent',
          severity: 'error',
          message,
          nodeId: b.id,
          path: 'config.conversation',
          hint: 'Connect one behind the other, or give them different conversations',
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
