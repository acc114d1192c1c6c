import type { ModelMessage, ToolResultPart } from 'ai';
import { defineProcessorHandler } from '#engine/contract/define-processor-handler.ts';
import type { Language } from '#lib/i18n/language.ts';
import { promptText } from '#lib/i18n/prompt-text.ts';
import compressToolResults from '#lib/interaction/processors/compress-tool-results.processor.ts';
import { resultText } from '../message-text.ts';

/** Replaces large results of old tool calls by references. The calls stay. */
export default defineProcessorHandler(
  compressToolResults,
  ({ messages, config: { keep, batch, minCharacters }, context: { language, isBeforeCall } }) => {
    const isLarge = (result: ToolResultPart) => !isPlaceholder(result) && resultText(result).length >= minCharacters;
    const large = messages.flatMap(resultsOf).filter(isLarge);
    const old = new Set(large.slice(0, Math.max(0, large.length - keep)));
    if (old.size < (isBeforeCall ? batch : 1)) return messages;
    return messages.map((message): ModelMessage => {
      if (message.role !== 'tool' || !resultsOf(message).some((result) => old.has(result))) return message;
      const content = message.content.map((part) =>
        part.type === 'tool-result' && old.has(part) ? compressed(part, language) : part,
      );
      return { ...message, content };
    });
  },
);

function resultsOf(message: ModelMessage): ToolResultPart[] {
  return message.role === 'tool' ? message.content.filter((part) => part.type === 'tool-result') : [];
}

const PLACEHOLDER = '[Result left out]';

function compressed(result: ToolResultPart, language: Language): ToolResultPart {
  const { toolName, toolCallId, output } = result;
  const { ref } = (output.type === 'json' ? output.value : {}) as { ref?: unknown };
  const where =
    typeof ref === 'string'
      ? promptText(language, 'result-at-ref', { ref })
      : promptText(language, 'result-of-call', { id: toolCallId });
  const count = resultText(result).length;
  const value = `${PLACEHOLDER} ${promptText(language, 'result-left-out', { tool: toolName, count, where })}${sourcesOf(output)}`;
  return { ...result, output: { type: 'text', value } };
}

const MAX_SOURCES = 20;

/** Numbers of sources stay: the model cites by them until its answer. */
function sourcesOf(output: ToolResultPart['output']): string {
  const { citeAs } = (output.type === 'json' ? output.value : {}) as { citeAs?: unknown };
  if (typeof citeAs !== 'object' || citeAs === null) return '';
  const lines = Object.entries(citeAs)
    .slice(0, MAX_SOURCES)
    .map(([url, number]) => `${number} ${url}`);
  return `\n${lines.join('\n')}`;
}

function isPlaceholder({ output }: ToolResultPart): boolean {
  return output.type === 'text' && output.value.startsWith(PLACEHOLDER);
}
