import type { ModelMessage, ToolModelMessage } from 'ai';
import type { Language } from '#lib/i18n/language.ts';
import { promptText } from '#lib/i18n/prompt-text.ts';
import { type ContextEdit, hashOf } from '../contract/context-edit.ts';
import { partsOf } from './message-text.ts';
import { transcribe } from './processors/transcript.ts';

const PINNED = '[Pinned]';

/**
 * The messages without those of the given hashes, and the hashes that none of them has. A call goes
 * with its results; of a result the call stays, since servers want both.
 */
function dropMessages(
  messages: readonly ModelMessage[],
  hashes: readonly string[],
  language: Language,
): { messages: readonly ModelMessage[]; unknown: readonly string[] } {
  const wanted = new Set(hashes);
  const found = new Set<string>();
  const goneCalls = new Set<string>();
  const kept = messages.flatMap((message): ModelMessage[] => {
    const hash = hashOf(message);
    const isDropped = wanted.has(hash);
    if (isDropped) found.add(hash);
    if (message.role === 'tool') return resultsWithout(message, { goneCalls, isDropped, language });
    if (!isDropped) return [message];
    for (const part of partsOf(message)) if (part.type === 'tool-call') goneCalls.add(part.toolCallId);
    return [];
  });
  return { messages: kept, unknown: hashes.filter((hash) => !found.has(hash)) };
}

/**
 * The messages without the dropped ones; pinned ones that are gone come back as notes before the latest
 * user message.
 */
export function editMessages(
  messages: readonly ModelMessage[],
  { drop, pin }: ContextEdit,
  language: Language,
): { messages: readonly ModelMessage[]; unknown: readonly string[] } {
  const { messages: kept, unknown } = dropMessages(messages, drop, language);
  const present = new Set(kept.map(hashOf));
  const missing = pin.filter((message) => !present.has(hashOf(message)));
  const last = kept.findLastIndex(({ role }) => role === 'user');
  const at = last < 0 ? kept.length : last;
  return { messages: [...kept.slice(0, at), ...missing.map(pinnedNote), ...kept.slice(at)], unknown };
}

/** A pinned message as text, which stands for itself: a result without its call would be refused. */
export function pinnedNote(message: ModelMessage): ModelMessage {
  return { role: 'user', content: `${PINNED} ${transcribe([message])}` };
}

/** `after` with a note for each pinned message of `before` that it lacks, where that message was. */
export function restorePinned(
  before: readonly ModelMessage[],
  after: readonly ModelMessage[],
  isPinned: (message: ModelMessage) => boolean,
): readonly ModelMessage[] {
  const kept = new Set(after);
  const lost = before.filter((message) => !kept.has(message) && isPinned(message));
  if (lost.length === 0) return after;
  const restored = [...after];
  for (const message of lost) {
    const next = before.slice(before.indexOf(message) + 1).find((other) => kept.has(other) && other.role !== 'tool');
    let at = next ? restored.indexOf(next) : restored.length - 1;
    // Servers refuse a result that does not follow its call.
    while (restored[at]?.role === 'tool') at--;
    restored.splice(Math.max(0, at), 0, message.role === 'user' ? message : pinnedNote(message));
  }
  return restored;
}

function resultsWithout(
  message: ToolModelMessage,
  { goneCalls, isDropped, language }: { goneCalls: ReadonlySet<string>; isDropped: boolean; language: Language },
): ModelMessage[] {
  const content = message.content.filter((part) => part.type !== 'tool-result' || !goneCalls.has(part.toolCallId));
  if (content.length === 0) return [];
  if (!isDropped) return content.length === message.content.length ? [message] : [{ ...message, content }];
  const value = promptText(language, 'result-dropped');
  return [
    {
      ...message,
      content: content.map((part) => (part.type === 'tool-result' ? { ...part, output: { type: 'text', value } } : part)),
    },
  ];
}
