import type { ModelMessage } from 'ai';
import { textOf } from '../message-text.ts';

/**
 * The messages with one more from a processor, at their start (after system messages) or end,
 * instead of the one that it added before. Nothing is added for an empty text.
 */
export function withAddition(messages: readonly ModelMessage[], text: string, at: 'start' | 'end'): readonly ModelMessage[] {
  const heading = /^\[[^\]\n]{1,60}\]/.exec(text)?.[0];
  const isEarlier = (message: ModelMessage) =>
    heading !== undefined && message.role === 'user' && textOf(message).startsWith(heading);
  const others = messages.some(isEarlier) ? messages.filter((message) => !isEarlier(message)) : messages;
  if (text === '') return others;
  const added: ModelMessage = { role: 'user', content: text };
  if (at === 'end') return [...others, added];
  const first = others.findIndex(({ role }) => role !== 'system');
  return first < 0 ? [...others, added] : [...others.slice(0, first), added, ...others.slice(first)];
}
