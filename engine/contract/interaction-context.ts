import type { ModelMessage } from 'ai';
import type { TokenUsage } from '#lib/run/run-event.ts';
import { NO_USAGE } from '#lib/run/token-usage.ts';

/** A conversation with models: its messages and usage. Plain JSON, as it is stored in the log. */
export type InteractionContext = {
  /** Without system messages: instructions are each node's own and are sent before these. */
  messages: ModelMessage[];
  /** What context processors keep for their next turn. */
  variables: Record<string, unknown>;
  llmCalls: number;
  toolCalls: number;
  tokenUsage: TokenUsage;
};

export function newInteractionContext(): InteractionContext {
  return { messages: [], variables: {}, llmCalls: 0, toolCalls: 0, tokenUsage: NO_USAGE };
}

/** The variable of a conversation that names the agent that it was passed to. */
export const TAKER = 'agent';
/** The variable with the summary of the messages before those of a session's conversation. */
export const SUMMARY = 'summary';
/** The variable that names the skill that is active in the session of a conversation. */
export const SKILL = 'skill';
