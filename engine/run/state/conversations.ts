import { type InteractionContext, newInteractionContext } from '#engine/contract/interaction-context.ts';
import { withoutRetries } from '#lib/run/node-path.ts';
import type { ConversationState, RunEventOf } from '#lib/run/run-event.ts';
import { findNodeAt } from '#lib/workflow/called-workflows.ts';
import type { Workflow } from '#lib/workflow/workflow.ts';

/** The named conversations of a run. A node works on a copy, which counts once the node has succeeded. */
export class Conversations {
  readonly #byName: Map<string, InteractionContext>;
  /** Before each name; no name has a space. */
  readonly #prefix: string;

  constructor({ all = new Map(), callPath }: { all?: Map<string, InteractionContext>; callPath?: string | undefined } = {}) {
    this.#byName = all;
    this.#prefix = callPath === undefined ? '' : `${callPath} `;
  }

  /** Those of a workflow that is called in this run, which shares none with the one that calls it. */
  within(callPath: string): Conversations {
    return new Conversations({ all: this.#byName, callPath: withoutRetries(callPath) });
  }

  /** A copy to work on. */
  open(name: string): InteractionContext {
    return this.find(name) ?? newInteractionContext();
  }

  /** A copy of a conversation that nodes of this run have begun. */
  find(name: string): InteractionContext | undefined {
    const known = this.#byName.get(this.#prefix + name);
    return known && structuredClone(known);
  }

  keep(name: string, conversation: InteractionContext): void {
    this.#byName.set(this.#prefix + name, conversation);
  }

  /**
   * Restores conversations from the nodes that ended: their values have the messages, their ends
   * the rest.
   */
  static restore(workflow: Workflow | undefined, ended: readonly RunEventOf<'node_finished'>[]): Conversations {
    const conversations = new Conversations();
    const locate = (path: string) => workflow && findNodeAt(workflow, path);
    for (const { nodeId, status, reason, fired, conversations: states = [] } of ended) {
      const value = fired?.out as { messages?: unknown } | undefined;
      const located = Array.isArray(value?.messages) ? locate(nodeId) : undefined;
      const name = located?.node.config.conversation;
      // A node with a reason did not run or failed: it was pinned, or continued with its author's value.
      if (
        status !== 'succeeded' ||
        reason !== undefined ||
        typeof name !== 'string' ||
        name === 'own' ||
        !Array.isArray(value?.messages)
      )
        continue;
      const { name: _, ...state } = states.find((one) => one.name === name) ?? { name, ...newInteractionContext() };
      const own = located?.callPath === undefined ? conversations : conversations.within(located.callPath);
      own.keep(name, { ...state, ...conversationOf(value as Partial<InteractionContext>) });
    }
    return conversations;
  }
}

/** Without system messages: each node has its own instructions. */
function conversationOf({ messages = [] }: Partial<InteractionContext>): Pick<InteractionContext, 'messages'> {
  return { messages: messages.filter(({ role }) => role !== 'system') };
}

/** A conversation apart from its messages, as the end of a node keeps it. */
export function stateOf(name: string, { variables, llmCalls, toolCalls, tokenUsage }: InteractionContext): ConversationState {
  return { name, variables: variables as ConversationState['variables'], llmCalls, toolCalls, tokenUsage };
}
