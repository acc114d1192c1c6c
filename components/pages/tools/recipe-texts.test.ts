import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { messagesFor } from '#lib/i18n/messages.ts';

const { recipeTexts } = messagesFor('zh-CN');

test('every recipe has a Chinese description', () => {
  const recipes = readdirSync('server/tool-services/recipes').map((file) => file.replace('.recipe.json', ''));
  expect(Object.keys(recipeTexts).sort()).toEqual(recipes.sort());
  for (const text of Object.values(recipeTexts)) expect(text).toMatch(/\p{Script=Han}/u);
});
