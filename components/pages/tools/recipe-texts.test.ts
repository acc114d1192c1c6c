import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
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
