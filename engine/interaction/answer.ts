import type { AssistantModelMessage, ModelMessage, ToolCallPart } from 'ai';
import { jsonExcess } from '#lib/json/json-limits.ts';
import { isRecord } from '#lib/json/set-at-path.ts';
import type { TokenUsage } from '#lib/run/run-event.ts';
import type { WantedToolCall } from '../contract/wanted-tool-call.ts';
import type { AnswerEnd } from './answer-end.ts';
import type { ModelReply } from './call-model.ts';
import { partsOf, textOf } from './message-text.ts';

/** The answer to one model request, as the ledger stores it: plain JSON, never changed. */
export type Answer = Pick<ModelReply, 'callId' | 'attempts' | 'contextTokens'> &
  AnswerEnd & {
    /** Index of the model that answered: 0 is the chosen one, then its fallbacks. */
    readonly model: number;
    /** The model's own messages. */
    readonly messages: readonly ModelMessage[];
    readonly toolCalls: readonly WantedToolCall[];
    /** Of all calls, including those of models that failed. */
    readonly usage: TokenUsage;
    readonly llmCalls: number;
  };

export function answerText({ messages }: Pick<Answer, 'messages'>): string {
  return messages.map(textOf).join('');
}

/** The answer as a message of the conversation when it ends it: its text alone. */
export function finalMessage(text: string): AssistantModelMessage {
  return { role: 'assistant', content: text };
}

/**
 * The answer as a message with everything that its provider expects back, and its tool calls. Call
 * ids are unique in the conversation, whatever ids a server gives: events and results refer to
 * them.
 */
export function callingMessage(
  answer: Answer,
  takenIds: ReadonlySet<string>,
): { message: AssistantModelMessage; calls: WantedToolCall[] } {
  const taken = new Set(takenIds);
  const calls = answer.toolCalls.map((call, index) => {
    const id = call.id === '' || taken.has(call.id) ? `${answer.callId}_${index + 1}` : call.id;
    taken.add(id);
    return withinLimits({ ...call, id });
  });
  let next = 0;
  const content = answer.messages.flatMap(partsOf).map((part) => {
    if (part.type !== 'tool-call' || part.providerExecuted) return part;
    const call = calls[next++];
    return call ? ({ ...part, toolCallId: call.id, input: sentAgain(call.input) } satisfies ToolCallPart) : part;
  });
  return { message: { role: 'assistant', content: content as Exclude<AssistantModelMessage['content'], string> }, calls };
}

/** Providers refuse a conversation with arguments that are not an object, as those that were no JSON. */
function sentAgain(input: unknown): unknown {
  return isRecord(input) ? input : {};
}

/** Deep JSON would overflow the stack of code that writes or checks it. */
function withinLimits(call: WantedToolCall): WantedToolCall {
  const excess = jsonExcess(call.input);
  return excess === undefined ? call : { ...call, input: {}, problem: `they have ${excess}` };
}
