import type { ModelMessage } from 'ai';
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

/** Part of a text, with a mark where it was cut, never in the middle of a character. */
export function cutText(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text;
  const end = /[\ud800-\udbff]/.test(text.charAt(maxChars - 1)) ? maxChars - 1 : maxChars;
  return `${text.slice(0, end)}…`;
}
