import type { ModelMessage, ToolContent } from 'ai';
import type { Language } from '#lib/i18n/language.ts';
import { promptText } from '#lib/i18n/prompt-text.ts';
import type { OfferedTool } from '../../tools/offer-tools.ts';
import { partsOf, resultText, textOf } from '../message-text.ts';
import { writeCall } from './written-call.ts';

/**
 * A conversation for a model without function calling: calls as it wrote them, results as user
 * messages. Consecutive user messages are joined, since many chat templates require alternating
 * roles.
 */
export function toPromptedMessages(messages: readonly ModelMessage[], language: Language): ModelMessage[] {
  const prompted: (Prompted | ModelMessage)[] = [];
  for (const message of messages) {
    if (message.role === 'user' && hasFiles(message)) {
      prompted.push(message);
      continue;
    }
    const { role, content } = toText(message, language);
    const last = prompted.at(-1);
    if (last?.role === 'user' && role === 'user' && typeof last.content === 'string') last.content += `\n\n${content}`;
    else prompted.push({ role, content });
  }
  return prompted as ModelMessage[];
}

type Prompted = { role: 'user' | 'assistant' | 'system'; content: string };

/** An image cannot become text. */
function hasFiles(message: ModelMessage): boolean {
  return partsOf(message).some(({ type }) => type === 'file');
}

function toText(message: ModelMessage, language: Language): Prompted {
  if (message.role === 'tool') return { role: 'user', content: resultsText(message.content, language) };
  if (message.role !== 'assistant') return { role: message.role, content: textOf(message) };
  const calls = partsOf(message).flatMap((part) =>
    part.type === 'tool-call' ? [writeCall({ name: part.toolName, input: part.input })] : [],
  );
  return { role: 'assistant', content: [textOf(message), ...calls].filter((text) => text !== '').join('\n') };
}

function resultsText(parts: ToolContent, language: Language): string {
  const results = parts.flatMap((part) => {
    if (part.type !== 'tool-result') return [];
    const result = resultText(part);
    const shown = isError(part.output.type) ? promptText(language, 'tool-failed', { result }) : result;
    return [`## ${part.toolName}\n${shown}`];
  });
  return [promptText(language, 'tool-results'), ...results].join('\n\n');
}

function isError(type: string): boolean {
  return type.startsWith('error') || type === 'execution-denied';
}

/** The description of the tools in the prompt. */
export function describeTools(
  tools: readonly OfferedTool[],
  { mustCall, language }: { mustCall: boolean; language: Language },
): string {
  const described = tools.map(({ name, description, inputSchema }) =>
    promptText(language, 'tool', { name, description, schema: JSON.stringify(inputSchema) }),
  );
  const example = writeCall({ name: tools[0]?.name ?? 'name', input: {} }).replace('{}', '{…}');
  return [
    promptText(language, 'tools'),
    ...described,
    `${promptText(language, 'tool-call', { example })} ${promptText(language, mustCall ? 'tool-must' : 'tool-may')}`,
  ].join('\n\n');
}
