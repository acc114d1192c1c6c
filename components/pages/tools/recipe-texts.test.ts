import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { withTranslated } from '#components/run-view/tool-calls/use-localized-tool.ts';
import { messagesFor } from '#lib/i18n/messages.ts';

const { recipeTexts } = messagesFor('zh-CN');
const recipes = readdirSync('server/tool-services/recipes').map((file) => file.replace('.recipe.json', ''));

test('every recipe has a Chinese description', () => {
  expect(Object.keys(recipeTexts).sort()).toEqual(recipes.toSorted());
  for (const text of Object.values(recipeTexts)) expect(text).toMatch(/\p{Script=Han}/u);
});

test('every operation of a recipe has a Chinese title', () => {
  const { operationTexts } = messagesFor('zh-CN');
  const titles = recipes.flatMap((id) => {
    const { document } = JSON.parse(readFileSync(`server/tool-services/recipes/${id}.recipe.json`, 'utf8'));
    return Object.values(document.paths as Record<string, Record<string, { summary?: string }>>).flatMap((path) =>
      Object.values(path).flatMap(({ summary }) => summary ?? []),
    );
  });
  expect(Object.keys(operationTexts).sort()).toEqual([...new Set(titles)].sort());
  for (const text of Object.values(operationTexts)) expect(text).toMatch(/\p{Script=Han}/u);
});

/** Every `description` in it, at any depth. */
function descriptionsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    key === 'description' && typeof inner === 'string' ? [inner] : descriptionsIn(inner),
  );
}

test('every parameter of a recipe, and what it says about its credential, has a Chinese text', () => {
  const { parameterTexts } = messagesFor('zh-CN');
  type Operation = { readonly parameters?: unknown; readonly requestBody?: unknown };
  const texts = recipes.flatMap((id) => {
    const { credential, document } = JSON.parse(readFileSync(`server/tool-services/recipes/${id}.recipe.json`, 'utf8'));
    const operations = Object.values(document.paths as Record<string, Record<string, Operation>>).flatMap(
      Object.values<Operation>,
    );
    return [credential.help, ...operations.flatMap(({ parameters, requestBody }) => descriptionsIn([parameters, requestBody]))];
  });
  expect(texts.length).toBeGreaterThan(300);
  expect(Object.keys(parameterTexts).sort()).toEqual([...new Set(texts)].sort());
  for (const text of Object.values(parameterTexts)) expect(text).toMatch(/\p{Script=Han}/u);
});

test('parameters of a tool are translated at any depth, and other texts stay', () => {
  const schema = {
    type: 'object',
    properties: {
      description: { type: 'string', description: 'Not of a recipe' },
      rows: { type: 'array', description: 'Rows', items: { type: 'object', description: 'The cells of one row' } },
    },
  };
  expect(withTranslated(schema, messagesFor('zh-CN').parameterTexts)).toEqual({
    type: 'object',
    properties: {
      description: { type: 'string', description: 'Not of a recipe' },
      rows: { type: 'array', description: '行', items: { type: 'object', description: '一行的单元格' } },
    },
  });
});
