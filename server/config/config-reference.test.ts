import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { configSchema } from './config-schema.ts';
import { variablesSchema } from './environment.ts';

type Schema = {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
  readonly default?: unknown;
};
const reference = readFileSync(new URL('../../docs/configuration.md', import.meta.url), 'utf8');
const [variablesPart = '', filePart = ''] = reference.split('## The config file');
/** Sections of the file, each under the key its title names or, for keys that share one, under its words. */
const sections = filePart.split('\n### ').slice(1);
const schema = z.toJSONSchema(configSchema, { io: 'input' }) as Schema;

/** The section a key of the file belongs to: its own, or the one that names it. */
function sectionOf(top: string): string {
  return (
    sections.find((section) => section.startsWith(`${top}\n`)) ??
    sections.find((section) => section.includes(`| \`${top}\` |`)) ??
    ''
  );
}

type Key = { readonly path: string; readonly name: string; readonly top: string; readonly fallback: unknown };

/** Every key that somebody can write, those of entries with a name of one's own included. */
function keysOf({ properties = {}, additionalProperties }: Schema, path: readonly string[] = []): Key[] {
  const named = Object.entries(properties).flatMap(([name, inner]) => {
    const here = [...path, name];
    return [{ path: here.join('.'), name, top: here[0] ?? '', fallback: inner.default }, ...keysOf(inner, here)];
  });
  return typeof additionalProperties === 'object' ? [...named, ...keysOf(additionalProperties, path)] : named;
}
const keys = keysOf(schema);

/** What the table of a section says is the default of a key; nothing where the key has no row. */
function toldDefault(section: string, name: string): string | undefined {
  return new RegExp(`^\\| \`${name}\` \\| (.*?) \\|`, 'm').exec(section)?.[1];
}

test('every key of the config file is in the reference', () => {
  expect(keys.length).toBeGreaterThan(50);
  const missing = keys.filter(({ name, top }) => {
    const section = sectionOf(top);
    return section === '' || (name !== top && !new RegExp(`\\b${name}\\b`).test(section));
  });
  expect(missing.map(({ path }) => path)).toEqual([]);
});

test('the reference tells the defaults that the schema has', () => {
  const told = keys.flatMap(({ path, name, top, fallback }) => {
    const text = toldDefault(sectionOf(top), name);
    return text !== undefined && ['string', 'number', 'boolean'].includes(typeof fallback)
      ? [[path, text, `\`${fallback}\``]]
      : [];
  });
  expect(told.length).toBeGreaterThan(20);
  expect(told.filter(([, text, fallback]) => text !== fallback)).toEqual([]);
});

test('every environment variable is in the reference, and no other', () => {
  const named = [...variablesPart.matchAll(/^\| `([A-Z_]+)` \|/gm)].map(([, name]) => name);
  expect(named.sort()).toEqual(Object.keys(variablesSchema.shape).sort());
});
