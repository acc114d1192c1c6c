type Mapping = { readonly [key: string]: unknown };

const isMapping = (value: unknown): value is Mapping => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Merges an overlay into a config: mappings by key, null removes a key, other values replace the base's. */
export function mergeConfig(base: unknown, over: unknown): unknown {
  if (!isMapping(over)) return over === undefined ? base : over;
  const under = isMapping(base) ? base : {};
  const changed = Object.entries(over).map(([key, value]) => [
    key,
    mergeConfig(Object.hasOwn(under, key) ? under[key] : undefined, value),
  ]);
  return Object.fromEntries(
    [...Object.entries(under), ...changed].filter(([key]) => !Object.hasOwn(over, key as string) || over[key as string] !== null),
  );
}
