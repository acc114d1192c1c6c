import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'oxc-parser';
import { createTranslator } from 'use-intl/core';
import { expect, test } from 'vitest';
import { startInputsSchema } from '../workflow/start-inputs.ts';
import { workflowSchema } from '../workflow/workflow.ts';
import { type Language, languages } from './language.ts';
import { messagesFor } from './messages.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const sources = ['app', 'components'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !path.includes('.test.'))
    .map((path) => ({ path: join(folder, path), text: readFileSync(join(root, folder, path), 'utf8') })),
);

type Texts = ReadonlyMap<string, string>;
function textsOf(value: unknown, path = ''): Texts {
  if (typeof value === 'string') return new Map([[path, value]]);
  return new Map(Object.entries(value as object).flatMap(([key, inner]) => [...textsOf(inner, path ? `${path}.${key}` : key)]));
}
/** Texts of the product itself; those of what it ships have tests of their own. */
function ownTexts(language: Language): Texts {
  const {
    templates,
    nodeTexts,
    optionTexts,
    toolTexts,
    agentTexts,
    recipeTexts,
    operationTexts,
    parameterTexts,
    problemTexts,
    ...own
  } = messagesFor(language);
  return textsOf(own);
}
const english = ownTexts('en');

function placeholdersOf(text: string): string[] {
  const unquoted = text.replaceAll(/'[{}][^']*'?/g, '');
  return [...new Set(Array.from(unquoted.matchAll(/\{(\w+)\s*[,}]/g), (match) => match[1] ?? ''))].sort();
}

test.each(languages)('%s has exactly the texts that English has', (language) => {
  expect([...ownTexts(language).keys()].sort()).toEqual([...english.keys()].sort());
});

test.each(languages)('%s fills in the same values as English', (language) => {
  const own = [...ownTexts(language)].map(([key, text]) => [key, placeholdersOf(text)]);
  expect(Object.fromEntries(own)).toEqual(Object.fromEntries([...english].map(([key, text]) => [key, placeholdersOf(text)])));
});

/** Values that a text writes with the separators of its language: `#` of a plural, and numbers. */
function countsOf(text: string): string[] {
  const numbers = [...text.matchAll(/\{(\w+), number/g), ...text.matchAll(/\{(\w+), plural,[^#]*?#/g)];
  return numbers.map((match) => match[1] ?? '');
}

test.each(languages)('counts of %s are written with separators where those of English are', (language) => {
  // Those of documents are filled in by the server too, which formats no numbers.
  const texts = [...ownTexts(language)].filter(([key]) => !key.startsWith('documentWarnings.'));
  const bare = texts.flatMap(([key, text]) =>
    countsOf(english.get(key) ?? '')
      .filter((name) => text.includes(`{${name}}`))
      .map((name) => `${key}: ${name}`),
  );
  expect(bare).toEqual([]);
});

test.each(languages)('every text of %s can be written out', (language) => {
  const onError = (error: Error) => {
    throw error;
  };
  const t = createTranslator({ locale: language, messages: messagesFor(language), onError }) as unknown as {
    markup(key: string, values: object): string;
  };
  for (const [key, text] of english) {
    const values = Object.fromEntries(placeholdersOf(text).map((name) => [name, 1]));
    const tags = Object.fromEntries(Array.from(text.matchAll(/<(\w+)>/g), ([, tag = '']) => [tag, () => tag]));
    expect(t.markup(key, { ...values, ...tags }), key).not.toMatch(/^$|\{\w+\}/);
  }
});

/** Keys that the sources ask for: whole ones, and the beginnings of those that end in a value. */
function findUses(): { whole: Set<string>; beginnings: Set<string> } {
  const whole = new Set<string>();
  const beginnings = new Set<string>();
  for (const { text } of sources) {
    const translators = text.matchAll(/const (\w+) = (?:useTranslations\(|createTranslator\(\{[^}]*namespace: )(?:'([\w.]+)')?/g);
    for (const [, name, namespace] of translators) {
      const prefix = namespace ? `${namespace}.` : '';
      for (const [, key] of text.matchAll(new RegExp(`\\b${name}\\('([\\w.-]+)'`, 'g'))) whole.add(prefix + key);
      for (const [, key] of text.matchAll(new RegExp(`\\b${name}\\(\`([\\w.-]*)\\$\\{`, 'g'))) beginnings.add(prefix + key);
      if (new RegExp(`\\b${name}\\([a-z]\\w*[,)]`).test(text)) beginnings.add(prefix);
    }
  }
  return { whole, beginnings };
}

test('every text is used somewhere', () => {
  const { whole, beginnings } = findUses();
  expect(whole.size).toBeGreaterThan(50);
  const unused = [...english.keys()].filter(
    (key) => !whole.has(key) && ![...beginnings].some((beginning) => key.startsWith(beginning)),
  );
  expect(unused).toEqual([]);
});

const shownAttributes = new Set(['aria-label', 'title', 'placeholder', 'alt', 'label']);
/** What looks the same in every language. */
const sameEverywhere = /^[^\p{L}]*$|^Ctrl ↵$/u;

/** Words that stand in a component instead of in the messages. */
function literalWords(path: string, text: string): string[] {
  const found: string[] = [];
  JSON.stringify(parseSync(path, text).program, (_, node: unknown) => {
    const { type, value, name } = (node ?? {}) as { type?: string; value?: unknown; name?: { name?: string } };
    if (type === 'JSXText' && typeof value === 'string') found.push(value.trim());
    if (type === 'JSXAttribute' && shownAttributes.has(name?.name ?? '')) {
      const literal = value as { type?: string; value?: unknown } | null;
      if (literal?.type === 'Literal' && typeof literal.value === 'string') found.push(literal.value);
    }
    return typeof node === 'bigint' ? String(node) : node;
  });
  return found.filter((words) => words !== '' && !sameEverywhere.test(words));
}

test('no component contains untranslated texts', () => {
  expect(sources.length).toBeGreaterThan(30);
  const found = sources
    .filter(({ path }) => path.endsWith('.tsx'))
    .flatMap(({ path, text }) => literalWords(path, text).map((words) => `${path}: ${words}`));
  expect(found).toEqual([]);
  expect(literalWords('x.tsx', 'const x = <p title="Hint">Hello <b>{name}</b></p>;')).toEqual(['Hint', 'Hello']);
});

test('the templates are translated completely, without unused translations', () => {
  const folder = join(root, 'templates');
  const files = readdirSync(folder).filter((name) => name.endsWith('.workflow.json'));
  expect(files.length).toBeGreaterThan(0);
  const wanted = files.flatMap((file) => {
    const { nodes } = workflowSchema.parse(JSON.parse(readFileSync(join(folder, file), 'utf8')));
    const inputs = nodes.flatMap((node) => (node.type === 'start' ? startInputsSchema.parse(node.config.inputs) : []));
    // a label that only repeats its type is translated with the type
    const labels = nodes.filter((node) => node.label.toLowerCase() !== node.type);
    const keys = [
      'name',
      'description',
      ...inputs.map((input) => `inputs.${input.name}`),
      ...labels.map((node) => `nodes.${node.id}`),
    ];
    return keys.map((key) => `${file.replace('.workflow.json', '')}.${key}`);
  });
  expect([...textsOf(messagesFor('zh-CN').templates).keys()].sort()).toEqual(wanted.sort());
});
