import { readFile } from 'node:fs/promises';
import { type Document, isScalar, LineCounter, parseDocument, visit } from 'yaml';
import type { z } from 'zod';
import { AppError } from '#lib/errors/app-error.ts';
import { didYouMean } from '#lib/text/did-you-mean.ts';
import {
  type Config,
  configSchema,
  dayLimitsConfigSchema,
  filesConfigSchema,
  graphConfigSchema,
  httpConfigSchema,
  i18nConfigSchema,
  limitsConfigSchema,
  remoteSandboxConfigSchema,
  sandboxConfigSchema,
  searchConfigSchema,
  toolConfigSchema,
} from './config-schema.ts';
import type { Environment } from './environment.ts';
import { expandVariables, findReferences } from './expand-variables.ts';
import { withoutLocked } from './locked-keys.ts';
import { mergeConfig } from './merge-config.ts';
import { modelConfigSchema } from './model-config-schema.ts';
import { withoutMovedKeys } from './moved-keys.ts';
import { splitOverride } from './override-keys.ts';
import { openValues } from './sealed-values.ts';
import { typeVariables } from './typed-variables.ts';

export const DEFAULT_CONFIG_PATH = 'threadloom.config.yaml';

/** A config file's name and its YAML text. */
export type ConfigText = { readonly file: string; readonly source: string };

type Override = ConfigText & Parameters<typeof openValues>[1] & ReadOverride;
type ParseOptions = {
  readonly variables: Environment['variables'];
  /** Settings that were changed in the studio. */
  readonly override?: Override;
};
type ReadOverride = {
  /** Called for each part of the override that does not count as it is written. */
  readonly onSpecial?: (what: OverrideNotice, key: string) => void;
};
/**
 * `refused`: only the config file may set the key. `moved`: the key of the file does not follow the model to another
 * address. `literal`: the text looks like a variable of the environment, and is not one.
 */
export type OverrideNotice = 'refused' | 'moved' | 'literal';

/**
 * Loads the config file without the studio's override. Without THREADLOOM_CONFIG_PATH it reads
 * `threadloom.config.yaml` in the working folder; if that does not exist, all defaults apply.
 * @throws {AppError} `config-invalid` with the key, its value (never a secret) and the fix
 */
export async function loadConfig(environment: Pick<Environment, 'configPath' | 'variables'>): Promise<Config> {
  const { file, source } = await readConfigFile(environment.configPath);
  return parseConfig(source, { file, variables: environment.variables });
}

/** @throws {AppError} `config-invalid` if the file at `configPath` cannot be read */
export async function readConfigFile(configPath: string | undefined): Promise<ConfigText> {
  const file = configPath ?? DEFAULT_CONFIG_PATH;
  return { file, source: (await readConfigText(file, { isOptional: configPath === undefined })) ?? '' };
}

/** @returns undefined if an optional file does not exist. @throws {AppError} `config-invalid` */
export async function readConfigText(file: string, { isOptional }: { isOptional: boolean }): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (isOptional && code === 'ENOENT') return undefined;
    throw new AppError('config-invalid', `The config file ${file} cannot be read: ${message}`, {
      cause: error,
      details: { file },
    });
  }
}

/**
 * Parses and checks a config. An override is merged over it, except for what the config locks.
 * @throws {AppError} `config-invalid`
 */
export function parseConfig(source: string, { file, variables, override }: ParseOptions & { file: string }): Config {
  const values = readConfigValues({ file, source }, variables);
  const config = checkValues(values, file);
  if (!override) return config;
  const sealed = readOverrideValues(override, values, override);
  const merged = mergeConfig(values, sealed);
  const changes = openValues(sealed, { ...override, addressOf: (path) => valueIn(merged, path.slice(0, -1)) });
  return checkValues(mergeConfig(values, changes), override.file);
}

/** The mapping at a key path; empty if there is none. */
function valueIn(values: unknown, path: readonly string[]): Readonly<Record<string, unknown>> {
  const found = path.reduce<unknown>(
    (inner, key) =>
      typeof inner === 'object' && inner !== null && Object.hasOwn(inner, key) ? Reflect.get(inner, key) : undefined,
    values,
  );
  return typeof found === 'object' && found !== null ? { ...found } : {};
}

/**
 * The values of an override that count. They are data: no variable of the environment is read, whatever they say.
 * @param base the values of the config file
 * @throws {AppError} `config-invalid`
 */
export function readOverrideValues(override: ConfigText, base: unknown, { onSpecial = () => {} }: ReadOverride = {}): unknown {
  const { kept, refused } = splitOverride(readYaml(override), base);
  const { changes, dropped } = withoutMovedKeys(withoutLocked(kept, base), base);
  for (const key of refused) onSpecial('refused', key);
  for (const key of dropped) onSpecial('moved', key);
  for (const key of findReferences(changes)) onSpecial('literal', key);
  return changes;
}

/** Keys of an override that only the config file may set. @param base the values of the config file */
export function refusedKeysOf(override: ConfigText, base: unknown): readonly string[] {
  return splitOverride(readYaml(override), base).refused;
}

/** The values of a config as they were written, without defaults. @throws {AppError} `config-invalid` */
export function readConfigValues(text: ConfigText, variables: Environment['variables']): unknown {
  const written = readYaml(text);
  return typeVariables(configSchema, { written, values: expandVariables(written, variables) });
}

function readYaml({ file, source }: ConfigText): unknown {
  const lines = new LineCounter();
  const document = parseDocument(source, { lineCounter: lines });
  const [syntaxError] = document.errors;
  if (syntaxError) throw new AppError('config-invalid', `${file} is not YAML: ${syntaxError.message}`, { details: { file } });
  let aliasLine: number | undefined;
  visit(document, {
    Alias: (_, { range }) => {
      aliasLine ??= lines.linePos(range?.[0] ?? 0).line;
    },
    Pair: (_, { key }) => {
      // Copying the object by assignment would silently drop this key.
      if (isScalar(key) && key.value === '__proto__')
        throw new AppError(
          'config-invalid',
          `${file}, line ${lines.linePos(key.range?.[0] ?? 0).line}: __proto__ is not a known key`,
          { details: { file } },
        );
    },
  });
  return toValues(document, () => `${file}, line ${aliasLine}`) ?? {};
}

/** @throws {AppError} `config-invalid` for cyclic aliases and for an alias bomb ("billion laughs") */
function toValues(document: Document, aliasPosition: () => string): unknown {
  try {
    const values: unknown = document.toJS();
    JSON.stringify(values);
    return values;
  } catch (cause) {
    const message = 'an alias (*name) is inside of what it names, or the aliases come to too many values';
    throw new AppError('config-invalid', `${aliasPosition()}: ${message}`, { cause });
  }
}

function checkValues(values: unknown, file: string): Config {
  const parsed = configSchema.safeParse(values, { reportInput: true });
  if (!parsed.success) {
    const messages = parsed.error.issues.map(describeIssue);
    throw new AppError('config-invalid', `${file}: ${messages.join('; ')}`, {
      details: { file, keys: parsed.error.issues.map(({ path }) => path.join('.')) },
    });
  }
  checkDefaultModel(parsed.data, file);
  return parsed.data;
}

/** Keys whose values must not appear in error messages. */
const SECRET_KEYS: readonly PropertyKey[] = ['api_key', 'token'];

function describeIssue(issue: z.core.$ZodIssue): string {
  const key = issue.path.join('.');
  if (issue.code === 'unrecognized_keys') return issue.keys.map((name) => describeUnknownKey(issue.path, name)).join('; ');
  const isSecret = issue.path.some((part) => SECRET_KEYS.includes(part));
  const value = issue.input === undefined || isSecret ? '' : ` is ${JSON.stringify(issue.input)}`;
  return `${key || 'the file'}${value}: ${issue.message}`;
}

function describeUnknownKey(path: readonly PropertyKey[], name: string): string {
  const known = knownKeys(path);
  const meant = didYouMean(name, known);
  const key = [...path, name].join('.');
  return `${key} is not a known key. ${meant ? `Did you mean ${[...path, meant].join('.')}?` : `Known here: ${known.join(', ')}`}`;
}

function knownKeys([area, second, inner]: readonly PropertyKey[]): string[] {
  if (area === undefined) return Object.keys(configSchema.shape);
  if (area === 'http') return Object.keys(httpConfigSchema.shape);
  if (area === 'i18n') return Object.keys(i18nConfigSchema.shape);
  if (area === 'search') return Object.keys(searchConfigSchema.shape);
  if (area === 'files') return Object.keys(filesConfigSchema.shape);
  if (area === 'limits') return Object.keys(second === undefined ? limitsConfigSchema.shape : dayLimitsConfigSchema.shape);
  if (area === 'sandbox') return Object.keys(second === 'remote' ? remoteSandboxConfigSchema.shape : sandboxConfigSchema.shape);
  if (area === 'graphs') return Object.keys(graphConfigSchema.shape);
  if (area === 'tools') return Object.keys(toolConfigSchema.shape);
  if (inner === 'price') return Object.keys(modelConfigSchema.shape.price.unwrap().shape);
  if (inner === 'rate_limit') return Object.keys(modelConfigSchema.shape.rate_limit.unwrap().shape);
  return Object.keys(modelConfigSchema.shape);
}

function checkDefaultModel({ models, default_model: name }: Config, file: string): void {
  if (name === undefined || models[name]?.enable) return;
  const details = { file, keys: ['default_model'] };
  if (models[name])
    throw new AppError('config-invalid', `${file}: default_model is "${name}", which has enable: false`, { details });
  const names = Object.keys(models);
  const meant = didYouMean(name, names);
  const help = meant ? `Did you mean ${meant}?` : `Known models: ${names.join(', ') || 'none'}`;
  throw new AppError('config-invalid', `${file}: default_model is "${name}", and there is no such model under models. ${help}`, {
    details,
  });
}
