import type { Instructions, ModelMessage, ToolSet } from 'ai';
import type { ModelHandle } from '#lib/ports/model-registry.ts';
import { type ModelRequest, toToolSet } from './model-request.ts';

const MARK = { anthropic: { cacheControl: { type: 'ephemeral' as const } } };

type Marked = { readonly instructions?: Instructions; readonly messages: ModelMessage[]; readonly tools?: ToolSet };

/**
 * Messages, instructions and tools with marks where the provider's cache ends: after tools and
 * instructions, which all interactions of a node share, and after the messages that the next
 * request of a loop of tools repeats.
 * @see https://docs.anthropic.com/en/docs/build-with-claude/prompt-caching
 */
export function withCacheMarks({ marksPromptCache: isMarked }: ModelHandle, request: ModelRequest): Marked {
  const { instructions, messages, tools, lastingMessages = 0 } = request;
  if (!isMarked) return { messages: [...messages] };
  const marked = tools ? lastingMessages - 1 : -1;
  return {
    messages: messages.map((message, index) => (index === marked ? withMark(message) : message)),
    ...(instructions !== undefined && {
      instructions: { role: 'system' as const, content: instructions, providerOptions: MARK },
    }),
    ...(tools && instructions === undefined && { tools: lastMarked(toToolSet(tools)) }),
  };
}

function withMark(message: ModelMessage): ModelMessage {
  return { ...message, providerOptions: { ...message.providerOptions, ...MARK } };
}

/** The API reads tools first, so that a mark on the instructions covers them. */
function lastMarked(tools: ToolSet): ToolSet {
  const names = Object.keys(tools);
  const last = names.at(-1);
  const tool = last === undefined ? undefined : tools[last];
  return last === undefined || !tool ? tools : { ...tools, [last]: { ...tool, providerOptions: MARK } };
}
