import type { ModelMessage } from 'ai';
import { cutText } from '#lib/text/cut-text.ts';
import { partsOf, resultText } from '../message-text.ts';

/** Messages as lines of text, as input of a summary. `maxToolChars` cuts arguments and results of tools. */
export function transcribe(
  messages: readonly ModelMessage[],
  { maxToolChars = Number.POSITIVE_INFINITY }: { maxToolChars?: number } = {},
): string {
  return messages.flatMap((message) => linesOf(message, maxToolChars)).join('\n');
}

function linesOf(message: ModelMessage, maxToolChars: number): string[] {
  const who = message.role === 'user' ? 'User' : 'Assistant';
  return partsOf(message).flatMap((part) => {
    if (part.type === 'text') return part.text.trim() === '' ? [] : [`${who}: ${part.text.trim()}`];
    if (part.type === 'tool-call')
      return [`${who} called ${part.toolName} with ${cutText(JSON.stringify(part.input), maxToolChars)}`];
    return part.type === 'tool-result' ? [`${part.toolName} gave: ${cutText(resultText(part), maxToolChars)}`] : [];
  });
}
