import type { ModelMessage, ToolResultPart } from 'ai';
import { defineProcessorHandler } from '#engine/contract/define-processor-handler.ts';
import compressToolResults from '#lib/interaction/processors/compress-tool-results.processor.ts';
import { resultText } from '../message-text.ts';

/** Replaces large results of old tool calls by references. The calls stay. */
export default defineProcessorHandler(compressToolResults, ({ messages, config: { keep, minCharacters } }) => {
  const isLarge = (result: ToolResultPart) => !isPlaceholder(result) && resultText(result).length >= minCharacters;
  const large = messages.flatMap(resultsOf).filter(isLarge);
  const old = new Set(large.slice(0, Math.max(0, large.length - keep)));
  if (old.size === 0) return messages;
  return messages.map((message): ModelMessage => {
    if (message.role !== 'tool' || !resultsOf(message).some((result) => old.has(result))) return message;
    const content = message.content.map((part) => (part.type === 'tool-result' && old.has(part) ? compressed(part) : part));
    return { ...message, content };
  });
});

function resultsOf(message: ModelMessage): ToolResultPart[] {
  return message.role === 'tool' ? message.content.filter((part) => part.type === 'tool-result') : [];
}

const PLACEHOLDER = '[Result left out]';

function compressed(result: ToolResultPart): ToolResultPart {
  const { toolName, toolCallId, output } = result;
  const { ref } = (output.type === 'json' ? output.value : {}) as { ref?: unknown };
  const where = typeof ref === 'string' ? `It is stored under ref ${ref}.` : `It is the result of call ${toolCallId}.`;
  const value = `${PLACEHOLDER} ${toolName} gave ${resultText(result).length} characters. ${where} Call the tool again if you need it.`;
  return { ...result, output: { type: 'text', value } };
}

function isPlaceholder({ output }: ToolResultPart): boolean {
  return output.type === 'text' && output.value.startsWith(PLACEHOLDER);
}
