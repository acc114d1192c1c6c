import { type JsonReading, readJsonText } from '#lib/json/json-limits.ts';

/**
 * The JSON in a model's answer, in a code fence or between sentences too.
 * @returns undefined when there is none
 */
export function parseJsonReply(text: string): JsonReading | undefined {
  const trimmed = text.trim();
  return parse(insideFence(trimmed) ?? trimmed) ?? parse(outermost(trimmed, '{', '}')) ?? parse(outermost(trimmed, '[', ']'));
}

/**
 * Found without a pattern that could look back: a model that loses its thread writes line breaks by
 * the thousand.
 */
function insideFence(text: string): string | undefined {
  if (!text.startsWith('```') || !text.endsWith('```') || text.length < 6) return undefined;
  const lineEnd = text.indexOf('\n');
  const isFence = /^(json)?$/i.test(text.slice(3, lineEnd).trim());
  return lineEnd !== -1 && isFence ? text.slice(lineEnd, -3) : undefined;
}

function outermost(text: string, open: string, close: string): string {
  const start = text.indexOf(open);
  return start === -1 ? '' : text.slice(start, text.lastIndexOf(close) + 1);
}

function parse(text: string): JsonReading | undefined {
  try {
    return readJsonText(text);
  } catch {
    return undefined;
  }
}
