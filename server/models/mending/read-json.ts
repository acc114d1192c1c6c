import { isInexact, parseExactly } from '#lib/json/exact-numbers.ts';

/** Undefined for what is not JSON. Numbers that a double does not hold are texts. */
export function readJson(text: string): unknown {
  try {
    return isInexact(text) ? parseExactly(text).value : JSON.parse(text);
  } catch {
    return undefined;
  }
}
