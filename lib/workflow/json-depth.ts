/** Deeper than any sensible document, input or answer, and far from where recursive code ends the stack. */
export const MAX_JSON_DEPTH = 200;
/** Numbers, texts, lists and objects of one request: each costs time wherever a value is copied, checked or written, however short it is. */
export const MAX_JSON_VALUES = 250_000;

/** True when lists and objects lie inside each other too often for recursive code. Linear in the number of values. */
export function isTooDeep(json: unknown): boolean {
  const waiting: unknown[] = [json];
  const levels: number[] = [0];
  while (waiting.length > 0) {
    const value = waiting.pop();
    const level = levels.pop() as number;
    if (level > MAX_JSON_DEPTH) return true;
    if (typeof value !== 'object' || value === null) continue;
    for (const inner of Array.isArray(value) ? value : Object.values(value)) {
      waiting.push(inner);
      levels.push(level + 1);
    }
  }
  return false;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
/** What a key counts beside its value: objects of many keys are slow to make and to copy. */
const VALUES_A_KEY = 3;
const OPENING = new Set([0x5b, 0x7b]);
const CLOSING = new Set([0x5d, 0x7d]);

/**
 * Why JSON text is refused before it is parsed, which takes far longer for a million small values than for one large one. Nothing for text that is no
 * JSON: the parser says what is wrong with that.
 */
export function jsonTextExcess(text: string): 'too-deep' | 'too-many' | undefined {
  let level = 0;
  let values = 1;
  for (let at = 0; at < text.length; at++) {
    const sign = text.charCodeAt(at);
    if (sign === QUOTE) at = endOfText(text, at);
    else if (sign === COMMA) values++;
    else if (sign === COLON) values += VALUES_A_KEY;
    else if (OPENING.has(sign)) {
      values++;
      // Empty lists and objects may lie one level deeper: nothing lies inside of them.
      if (++level > MAX_JSON_DEPTH + 1) return 'too-deep';
    } else if (CLOSING.has(sign)) level--;
    if (values > MAX_JSON_VALUES) return 'too-many';
  }
  return undefined;
}

function endOfText(text: string, begin: number): number {
  for (let end = text.indexOf('"', begin + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let slashes = 0;
    while (text.charCodeAt(end - 1 - slashes) === BACKSLASH) slashes++;
    if (slashes % 2 === 0) return end;
  }
  return text.length;
}
