import { nodeIdOf } from '#lib/run/node-path.ts';
import type { ConversationState, RunEventOf } from '#lib/run/run-event.ts';
import type { Workflow } from '#lib/workflow/workflow.ts';
import { type InteractionContext, newInteractionContext } from '../interaction/interaction-context.ts';

/** The named conversations of a run. A node works on a copy, which counts once the node has succeeded. */
export class Conversations {
  readonly #byName = new Map<string, InteractionContext>();

  /** A copy to work on. */
  open(name: string): InteractionContext {
    const known = this.#byName.get(name);
    return known ? structuredClone(known) : newInteractionContext();
  }

  keep(name: string, conversation: InteractionContext): void {
    this.#byName.set(name, conversation);
  }

  /** As the nodes that ended left them: the value of such a node holds all that was said, its end what else there is. */
  static restore(workflow: Workflow | undefined, ended: readonly RunEventOf<'node_finished'>[]): Conversations {
    const conversations = new Conversations();
    const nameById = new Map(workflow?.nodes.map((node) => [node.id, node.config.conversation]));
    for (const { nodeId, status, reason, fired, conversations: states = [] } of ended) {
      const name = nameById.get(nodeIdOf(nodeId));
      const value = fired?.out as { messages?: unknown } | undefined;
      // One with a reason was not run, or failed: it was pinned, or goes on with a value that the author gave.
      if (
        status !== 'succeeded' ||
        reason !== undefined ||
        typeof name !== 'string' ||
        name === 'own' ||
        !Array.isArray(value?.messages)
      )
        continue;
      const { name: _, ...state } = states.find((one) => one.name === name) ?? { name, ...newInteractionContext() };
      conversations.keep(name, { ...state, ...conversationOf(value as Partial<InteractionContext>) });
    }
    return conversations;
  }
}

/** Instructions are each node's own and stand before the conversation in its value. */
function conversationOf({ messages = [] }: Partial<InteractionContext>): Pick<InteractionContext, 'messages'> {
  return { messages: messages.filter(({ role }) => role !== 'system') };
}

/** A conversation apart from its messages, as the end of a node keeps it. */
export function stateOf(name: string, { variables, llmCalls, toolCalls, tokenUsage }: InteractionContext): ConversationState {
  return { name, variables: variables as ConversationState['variables'], llmCalls, toolCalls, tokenUsage };
}
