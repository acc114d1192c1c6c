const LENGTH_MAX = 120;
const ENTRIES_MAX = 6;
const DEPTH_MAX = 2;

/** A value in one short line, as `{ id: "81-4471", lines: [2] }`. Costs the same however large the value is. */
export function previewValue(value: unknown): string {
  return cut(lineOf(value, DEPTH_MAX));
}

/** The first words of a text, without its line breaks. */
export function startOfText(text: string): string {
  return cut(
    text
      .slice(0, LENGTH_MAX * 2)
      .replaceAll(/\s+/g, ' ')
      .trim(),
  );
}

/** The end of a growing text. */
export function endOfText(text: string): string {
  const end = text.slice(-LENGTH_MAX).replaceAll(/\s+/g, ' ').trimStart();
  return text.length > LENGTH_MAX ? `… ${end}` : end;
}

function lineOf(value: unknown, depth: number): string {
  if (typeof value === 'string') return JSON.stringify(cut(value));
  if (typeof value !== 'object' || value === null) return String(value);
  if (Array.isArray(value)) {
    if (depth === 0 || value.length > ENTRIES_MAX) return `[${value.length}]`;
    return `[${value.map((one) => lineOf(one, depth - 1)).join(', ')}]`;
  }
  const keys = Object.keys(value);
  if (keys.length === 0) return '{}';
  if (depth === 0) return `{${keys.length}}`;
  const entries = keys
    .slice(0, ENTRIES_MAX)
    .map((key) => `${key}: ${lineOf((value as Record<string, unknown>)[key], depth - 1)}`);
  return `{ ${entries.join(', ')}${keys.length > ENTRIES_MAX ? ', …' : ''} }`;
}

function cut(text: string): string {
  return text.length > LENGTH_MAX ? `${text.slice(0, LENGTH_MAX)}…` : text;
}
