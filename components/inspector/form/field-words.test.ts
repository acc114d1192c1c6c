import { expect, test } from 'vitest';
import { type FieldModel, fieldModels } from '#components/inspector/field/field-model.ts';
import { messagesFor } from '#lib/i18n/messages.ts';
import { wordOption } from '#lib/i18n/word-option.ts';
import { configJsonSchema } from '#lib/node-kit/field-expressions.ts';
import { nodeGuides } from '#nodes/guides.gen.ts';
import { nodeRegistry } from '#nodes/registry.gen.ts';
import { triggerRegistry } from '#triggers/registry.gen.ts';
import { optionFields, settingsFields } from './option-fields.ts';

const { nodeTexts, optionTexts } = messagesFor('zh-CN');

/** The fields of a form with all that is inside them, as words are kept for them. */
function pathsOf(fields: readonly FieldModel[], before = ''): { path: string; field: FieldModel }[] {
  return fields.flatMap((field) => {
    const path = `${before}${field.name}`;
    const { control } = field;
    const inside = 'item' in control ? control.item : control.kind === 'object' ? control.fields : [];
    return [{ path, field }, ...pathsOf(inside, `${path}.`)];
  });
}

test.each(Object.keys(nodeRegistry) as (keyof typeof nodeRegistry)[])('the form of %s is translated completely', (type) => {
  const texts = nodeTexts[type];
  expect(texts?.title).toBeTruthy();
  expect(texts?.summary).toBeTruthy();
  const fields = pathsOf(fieldModels(configJsonSchema(nodeRegistry[type])));
  expect(Object.keys(texts?.fields ?? {}).sort()).toEqual(fields.map(({ path }) => path).sort());
  for (const { path, field } of fields)
    expect(Boolean(texts?.fields[path]?.description), path).toBe(field.description !== undefined);
});

test.each(Object.keys(nodeRegistry) as (keyof typeof nodeRegistry)[])(
  'the docs of %s name the same fields in both languages',
  (type) => {
    const names = (docs: string | undefined) =>
      [...(docs ?? '').matchAll(/`[^`]+`/g)].map(([name]) => name.replaceAll('\n', ' ')).sort();
    expect(names(nodeTexts[type]?.docs)).toEqual(names(nodeGuides[type].docs));
  },
);

test('the options of nodes and the settings of workflows are translated', () => {
  const words = (wordsOf: string) => Object.entries(nodeTexts[wordsOf]?.fields ?? {});
  expect(words('options').length).toBeGreaterThan(8);
  const known = [
    ...words('options').map(([path, text]) => ({
      text,
      field: path === 'onError.continue' ? undefined : optionFields(lastOf(path)),
    })),
    ...words('settings')
      .filter(([path]) => path.startsWith('settings.'))
      .map(([path, text]) => ({ text, field: settingsFields(lastOf(path)) })),
  ];
  for (const { text, field } of known)
    if (field) expect(Boolean(text?.description), field.name).toBe(field.description !== undefined);
});

function lastOf(path: string): string {
  return path.split('.').at(-1) ?? path;
}

test.each(Object.values(triggerRegistry))('the form of the trigger $id is translated completely', (definition) => {
  const texts = nodeTexts[`trigger.${definition.id}`];
  const fields = pathsOf(fieldModels(configJsonSchema(definition)));
  expect(Object.keys(texts?.fields ?? {}).sort()).toEqual(fields.map(({ path }) => path).sort());
  for (const { path } of fields) expect(texts?.fields[path]?.description, path).toBeTruthy();
});

test('every option of a field has Chinese words, unless it is a name in capitals', () => {
  const definitions = [...Object.values(nodeRegistry), ...Object.values(triggerRegistry)];
  const fields = [...definitions.flatMap((definition) => pathsOf(fieldModels(configJsonSchema(definition)))), ...settings()];
  const options = fields.flatMap(({ path, field: { control } }) =>
    control.kind === 'choice' ? control.options.map((option) => ({ path, option })) : [],
  );
  expect(options.length).toBeGreaterThan(60);
  const isWorded = (option: string) =>
    option === option.toUpperCase() || wordOption(option, optionTexts) !== wordOption(option, {});
  expect(options.filter(({ option }) => !isWorded(option) && !SPELLED.has(option))).toEqual([]);
});

/** Spelled alike in every language. */
const SPELLED = new Set([
  'mp3',
  'wav',
  'opus',
  'aac',
  'flac',
  'png',
  'javascript',
  'python',
  'json',
  'github',
  'stripe',
  'twilio',
  'slack',
  'hmac',
  'sha256',
  'sha512',
  'sha1',
  'base64',
  'markdown',
  'react',
  'en',
  'zh-CN',
]);

function settings() {
  return ['onLimit', 'language'].map((name) => ({ path: name, field: settingsFields(name) }));
}

test('the groups of fields have words', () => {
  const definitions = [...Object.values(nodeRegistry), ...Object.values(triggerRegistry)];
  const groups = new Set(
    definitions.flatMap((one) => pathsOf(fieldModels(configJsonSchema(one))).flatMap(({ field: { group } }) => group ?? [])),
  );
  expect(groups.size).toBeGreaterThan(2);
  expect([...groups].sort()).toEqual(Object.keys(messagesFor('zh-CN').inspector.groups).sort());
});

test('kinds of triggers have the words of their definitions', () => {
  const kinds: Record<string, { title: string; summary: string }> = messagesFor('en').triggers.kinds;
  expect(Object.keys(kinds).sort()).toEqual(Object.keys(triggerRegistry).sort());
  for (const { id, title, summary } of Object.values(triggerRegistry)) expect(kinds[id]).toEqual({ title, summary });
});
