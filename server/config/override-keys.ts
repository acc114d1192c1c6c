import type { Config } from './config-schema.ts';

type Path = readonly string[];

/**
 * Every setting that the studio writes, and nothing else counts in an override: what names programs, modules,
 * folders, walls or addresses of the server is the config file's alone. `*` is any key.
 */
const overrideKeys = [
  ['models', '*'],
  ['default_model'],
  ['limits', 'day'],
  ['http', 'allowed_private_hosts'],
  ['search'],
  ['knowledge', 'embeddings', '*'],
  ['tools', '*', 'enabled'],
  ['tools', '*', 'approval'],
  ['tools', '*', 'risk'],
  ['retention_days'],
  ['max_history_items'],
] as const satisfies readonly Path[];

/** What the studio may change while the server runs. */
export type LiveSettings = Pick<Config, (typeof overrideKeys)[number][0]>;

type Split = {
  /** What of an override counts. */
  readonly kept: Readonly<Record<string, unknown>>;
  /** Keys that only the config file may set, such as `mcp.commands`. */
  readonly refused: readonly string[];
};

/**
 * The settings of an override that the studio writes, apart from all others.
 * @param file the values of the config file
 */
export function splitOverride(changes: unknown, file: unknown): Split {
  if (changes === null || changes === undefined) return { kept: {}, refused: [] };
  if (!isMapping(changes)) return { kept: {}, refused: ['the whole text'] };
  const refused: string[] = [];
  const pick = (values: Mapping, path: Path): Mapping =>
    Object.fromEntries(
      Object.entries(values).flatMap(([key, value]): [string, unknown][] => {
        const here = [...path, key];
        const matches = overrideKeys.filter((allowed) => isPrefix(here, allowed));
        if (matches.some((allowed) => allowed.length === here.length) && !isLoosened(here, value, file)) return [[key, value]];
        if (isMapping(value) && matches.some((allowed) => allowed.length > here.length)) return [[key, pick(value, here)]];
        refused.push(here.join('.'));
        return [];
      }),
    );
  const kept = pick(changes, []);
  return { kept, refused };
}

/**
 * Whether this makes calls easier that leave the sandbox: programs of the server, and code that may call the hosts
 * that the config file grants. Their approvals are loosened in the config file only.
 */
export function isLoosened([area, id, key]: Path, value: unknown, file: unknown): boolean {
  if (area !== 'tools' || id === undefined || !isGuarded(id, file)) return false;
  if (key === 'approval') return value === 'never';
  return key === 'risk' && value !== null && value !== 'high';
}

function isGuarded(id: string, file: unknown): boolean {
  if (id === 'execute_command') return true;
  const hosts = isMapping(file) && isMapping(file.sandbox) ? file.sandbox.tool_hosts : undefined;
  return id === 'code_execute' && Array.isArray(hosts) && hosts.length > 0;
}

function isPrefix(path: Path, allowed: Path): boolean {
  return path.length <= allowed.length && path.every((key, index) => allowed[index] === '*' || allowed[index] === key);
}

type Mapping = Readonly<Record<string, unknown>>;

function isMapping(value: unknown): value is Mapping {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
