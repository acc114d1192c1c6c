import { expect, test } from 'vitest';
import { agentRegistry } from '#agents/registry.gen.ts';
import { messagesFor } from '#lib/i18n/messages.ts';

const { agentTexts } = messagesFor('zh-CN');

test('every built-in agent has a Chinese name and description', () => {
  expect(Object.keys(agentTexts).sort()).toEqual(Object.keys(agentRegistry).sort());
  for (const texts of Object.values(agentTexts))
    for (const text of [texts?.title, texts?.description]) expect(text).toMatch(/\p{Script=Han}/u);
});
