/** Deeper than any sensible document, input or answer, and far from where recursive code ends the stack. */
export const MAX_JSON_DEPTH = 200;

/** True when lists and objects lie inside each other too often for recursive code. */
export function isTooDeep(json: unknown): boolean {
  let level: unknown[] = [json];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_JSON_DEPTH) return true;
    level = level.flatMap((value) => (typeof value === 'object' && value !== null ? Object.values(value) : []));
  }
  return false;
}
