/**
 * True when some object in the JSON has a key `__proto__` of its own. Such a key is lost as soon as the object is copied by assignment, in our code
 * or another's, so what has one is refused rather than changed. For JSON of bounded depth.
 */
export function hasPrototypeKey(json: unknown): boolean {
  if (typeof json !== 'object' || json === null) return false;
  return Object.hasOwn(json, '__proto__') || Object.values(json).some(hasPrototypeKey);
}
