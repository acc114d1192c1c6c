import type { AssistantContent, ModelMessage, ToolContent, ToolResultPart, UserContent } from 'ai';

type Part = Exclude<AssistantContent | ToolContent | UserContent, string>[number];

/** The parts of a message; a text is one part. */
export function partsOf({ content }: Pick<ModelMessage, 'content'>): readonly Part[] {
  return typeof content === 'string' ? [{ type: 'text', text: content }] : content;
}

/** What a message says in words: its text parts, joined. */
export function textOf(message: Pick<ModelMessage, 'content'>): string {
  return partsOf(message)
    .map((part) => (part.type === 'text' ? part.text : ''))
    .join('');
}

/** A tool's result as text, as a model reads it. */
export function resultText({ output }: Pick<ToolResultPart, 'output'>): string {
  if (output.type === 'execution-denied') return output.reason ?? 'The call was not allowed';
  return typeof output.value === 'string' ? output.value : JSON.stringify(output.value);
}

/** All that a message weighs, as text: words, reasoning, calls and results. */
export function weighedText(message: Pick<ModelMessage, 'content'>): string {
  return partsOf(message).map(weighedPart).join('\n');
}

function weighedPart(part: Part): string {
  switch (part.type) {
    case 'text':
    case 'reasoning':
      return part.text;
    case 'tool-call':
      return `${part.toolName} ${JSON.stringify(part.input)}`;
    case 'tool-result':
      return `${part.toolName} ${resultText(part)}`;
    default:
      return '';
  }
}
