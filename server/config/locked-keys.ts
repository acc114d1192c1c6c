type Path = readonly string[];

/**
 * Settings of the studio that the config file locks by setting them. `*` is any key. Of others, such
 * as models, the studio overrides the file.
 */
const lockable: readonly Path[] = [
  ['http', 'allowed_private_hosts'],
  ['search'],
  ['knowledge', 'embeddings', '*'],
  ['tools', '*', 'enabled'],
  ['tools', '*', 'approval'],
  ['tools', '*', 'risk'],
  ['retention_days'],
  ['max_history_items'],
];

/** Whether a config sets this key itself, whatever the value. */
export function isSetIn(values: unknown, path: Path): boolean {
  const [key, ...rest] = path;
  if (key === undefined) return values !== undefined;
  return isMapping(values) && Object.hasOwn(values, key) && isSetIn(values[key], rest);
}

/** The changes of the studio without those that the config file has locked since. */
export function withoutLocked(changes: unknown, file: unknown): unknown {
  return lockable.reduce((kept, path) => removeWhereSet(kept, file, path), changes);
}

function removeWhereSet(changes: unknown, file: unknown, [key, ...rest]: Path): unknown {
  if (key === undefined || !isMapping(changes) || !isMapping(file)) return changes;
  const isMeant = (name: string) => (key === '*' || key === name) && Object.hasOwn(file, name);
  const kept = Object.entries(changes).flatMap(([name, value]): [string, unknown][] => {
    if (!isMeant(name)) return [[name, value]];
    return rest.length === 0 ? [] : [[name, removeWhereSet(value, file[name], rest)]];
  });
  return Object.fromEntries(kept);
}

function isMapping(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
