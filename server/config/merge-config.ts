type Mapping = { readonly [key: string]: unknown };

const isMapping = (value: unknown): value is Mapping => typeof value === 'object' && value !== null && !Array.isArray(value);

/** A config with another laid over it: mappings are merged key by key, null takes a key away, anything else takes the place of what was there. */
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
