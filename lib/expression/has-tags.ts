/** A string without tags is a literal. */
export function hasTags(source: string): boolean {
  return source.includes('{{') || source.includes('{%');
}

/** A tag of so many characters counts as one more. */
const LONG_TAG_CHARS = 100;

/**
 * Counts `{{` and `{%` in all strings of a JSON value, whether or not they are templates. A long tag
 * counts several times; counting stops above `atMost`.
 */
export function countTags(value: unknown, atMost: number): number {
  if (typeof value === 'string') return countIn(value, atMost);
  if (typeof value !== 'object' || value === null) return 0;
  let count = 0;
  for (const inner of Object.values(value)) {
    count += countTags(inner, atMost - count);
    if (count > atMost) break;
  }
  return count;
}

function countIn(text: string, atMost: number): number {
  let count = 0;
  for (let at = text.indexOf('{'); at !== -1 && count <= atMost; at = text.indexOf('{', at)) {
    const isTag = text[at + 1] === '{' || text[at + 1] === '%';
    if (isTag) count += 1 + Math.floor(lengthOfTag(text, at) / LONG_TAG_CHARS);
    at += isTag ? 2 : 1;
  }
  return count;
}

function lengthOfTag(text: string, at: number): number {
  const end = text.indexOf('}', at);
  return (end === -1 ? text.length : end) - at;
}
