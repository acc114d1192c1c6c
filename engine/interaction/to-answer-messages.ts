import type { AssistantContent, experimental_streamLanguageModelCall, ModelMessage } from 'ai';

type OnEnd = NonNullable<Parameters<typeof experimental_streamLanguageModelCall>[0]['onLanguageModelCallEnd']>;
type EndEvent = Extract<Parameters<Extract<OnEnd, (...args: never[]) => unknown>>[0], object>;

/** One piece of what a model answered, as the SDK gathers it. */
export type AnswerPart = EndEvent['content'][number];

/**
 * The answer as the next request sends it: one message, with what the provider needs to see again
 * (signatures, item ids) on each part. The caller adds the results of tool calls. No message for an
 * empty answer.
 */
export function toAnswerMessages(parts: readonly AnswerPart[]): ModelMessage[] {
  const content = parts.flatMap(toContent);
  return content.length > 0 ? [{ role: 'assistant', content }] : [];
}

type ContentPart = Exclude<AssistantContent, string>[number];

function toContent(part: AnswerPart): ContentPart[] {
  const metadata = 'providerMetadata' in part ? part.providerMetadata : undefined;
  const options = metadata && { providerOptions: metadata };
  if (part.type === 'text') return part.text === '' && !metadata ? [] : [{ type: 'text', text: part.text, ...options }];
  if (part.type === 'reasoning') return [{ type: 'reasoning', text: part.text, ...options }];
  if (part.type === 'tool-call' && !part.providerExecuted) {
    const { toolCallId, toolName, input } = part;
    // Arguments that could not be read are text; servers take objects only.
    const readable = part.invalid && typeof input !== 'object' ? {} : input;
    return [{ type: 'tool-call', toolCallId, toolName, input: readable, ...options }];
  }
  return [];
}
