/**
 * True for equal JSON values; the order of keys does not count. Ends at the first difference, so `one` should be the
 * value that is usually smaller, such as an option of a schema.
 * @param spend called with the steps of each part of the comparison; may throw to end it
 */
export function isSameJson(one: unknown, other: unknown, spend: (steps: number) => void = ignore): boolean {
  spend(typeof one === 'string' && typeof other === 'string' ? 1 + Math.min(one.length, other.length) / CHARS_PER_STEP : 1);
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  if (!Array.isArray(one)) return !Array.isArray(other) && isSameObject(one as Fields, other as Fields, spend);
  return Array.isArray(other) && one.length === other.length && one.every((value, at) => isSameJson(value, other[at], spend));
}

type Fields = Readonly<Record<string, unknown>>;

const CHARS_PER_STEP = 1_000;

function ignore(): void {}

/** Steps to list one key of an object. */
const STEPS_PER_KEY = 10;

/** The keys are counted last, since listing those of a large object takes long. */
function isSameObject(one: Fields, other: Fields, spend: (steps: number) => void): boolean {
  const names = Object.keys(one);
  spend(names.length * STEPS_PER_KEY);
  if (!names.every((name) => Object.hasOwn(other, name) && isSameJson(one[name], other[name], spend))) return false;
  const count = Object.keys(other).length;
  spend(count * STEPS_PER_KEY);
  return count === names.length;
}
