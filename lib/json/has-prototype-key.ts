/**
 * True if an object in the JSON has its own key `__proto__`. Copying by assignment would drop it,
 * so such JSON is refused. For JSON of bounded depth.
 */
export function hasPrototypeKey(json: unknown): boolean {
  if (typeof json !== 'object' || json === null) return false;
  return Object.hasOwn(json, '__proto__') || Object.values(json).some(hasPrototypeKey);
}
