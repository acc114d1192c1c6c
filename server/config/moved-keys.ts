type Mapping = Readonly<Record<string, unknown>>;

type Kept = { readonly changes: unknown; readonly dropped: readonly string[] };

/**
 * An override that sends a model of the config file to another provider or address has to bring a key of its own:
 * the key of the file stays with the address that the file names.
 * @returns the same changes without the key of the file, and the positions of the keys that are missing then
 */
export function withoutMovedKeys(changes: unknown, file: unknown): Kept {
  const models = isMapping(changes) ? changes.models : undefined;
  const inFile = isMapping(file) ? file.models : undefined;
  if (!isMapping(changes) || !isMapping(models) || !isMapping(inFile)) return { changes, dropped: [] };
  const moved = Object.entries(models).filter(([name, change]) => Object.hasOwn(inFile, name) && movesKey(change, inFile[name]));
  if (moved.length === 0) return { changes, dropped: [] };
  const withoutKey = moved.map(([name, change]) => [name, { ...(change as Mapping), api_key: '' }]);
  return {
    changes: { ...changes, models: { ...models, ...Object.fromEntries(withoutKey) } },
    dropped: moved.map(([name]) => `models.${name}.api_key`),
  };
}

function movesKey(change: unknown, before: unknown): boolean {
  if (!isMapping(change) || !isMapping(before) || !before.api_key || Object.hasOwn(change, 'api_key')) return false;
  const after = (key: string) => (Object.hasOwn(change, key) ? change[key] : before[key]);
  return after('provider') !== before.provider || originOf(after('base_url')) !== originOf(before.base_url);
}

function originOf(url: unknown): unknown {
  return typeof url === 'string' && URL.canParse(url) ? new URL(url).origin : (url ?? undefined);
}

function isMapping(value: unknown): value is Mapping {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
