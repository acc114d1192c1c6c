import type { ModelMessage, ToolContent } from 'ai';
import { partsOf, resultText, textOf } from '../message-text.ts';
import type { OfferedTool } from '../model-request.ts';
import { writeCall } from './written-call.ts';

/**
 * A conversation for a model without function calling: calls as it wrote them, results as user
 * messages. Consecutive user messages are joined, since many chat templates require alternating
 * roles.
 */
export function toPromptedMessages(messages: readonly ModelMessage[]): ModelMessage[] {
  const prompted: (Prompted | ModelMessage)[] = [];
  for (const message of messages) {
    if (message.role === 'user' && hasFiles(message)) {
      prompted.push(message);
      continue;
    }
    const { role, content } = toText(message);
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

function toText(message: ModelMessage): Prompted {
  if (message.role === 'tool') return { role: 'user', content: resultsText(message.content) };
  if (message.role !== 'assistant') return { role: message.role, content: textOf(message) };
  const calls = partsOf(message).flatMap((part) =>
    part.type === 'tool-call' ? [writeCall({ name: part.toolName, input: part.input })] : [],
  );
  return { role: 'assistant', content: [textOf(message), ...calls].filter((text) => text !== '').join('\n') };
}

function resultsText(parts: ToolContent): string {
  const results = parts.flatMap((part) =>
    part.type === 'tool-result' ? [`## ${part.toolName}\n${isError(part.output.type) ? 'Failed: ' : ''}${resultText(part)}`] : [],
  );
  return ['Results of your tool calls, in their order:', ...results].join('\n\n');
}

function isError(type: string): boolean {
  return type.startsWith('error') || type === 'execution-denied';
}

/** The description of the tools in the prompt. */
export function describeTools(tools: readonly OfferedTool[], { mustCall }: { mustCall: boolean }): string {
  const described = tools.map(
    ({ name, description, inputSchema }) => `## ${name}\n${description}\nArguments (JSON Schema): ${JSON.stringify(inputSchema)}`,
  );
  const example = writeCall({ name: tools[0]?.name ?? 'name', input: {} }).replace('{}', '{…}');
  return [
    '# Tools\nYou may call these tools:',
    ...described,
    `# How to call a tool\nWrite a block like this one, its fences on lines of their own:\n${example}\nSeveral blocks call several tools. Write nothing after the last one: the results come in the next message. ${
      mustCall ? 'Call a tool now.' : 'When you need no tool, answer without such a block.'
    }`,
  ].join('\n\n');
}
