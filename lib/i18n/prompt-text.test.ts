import { expect, test } from 'vitest';
import { languages } from './language.ts';
import english from './messages/prompts.en.json' with { type: 'json' };
import { type PromptTextKey, promptText } from './prompt-text.ts';

const keys = Object.keys(english) as PromptTextKey[];
const paramsOf = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();

test.each(languages)('every prompt text exists in %s and takes the same values', (language) => {
  for (const key of keys) expect([key, paramsOf(promptText(language, key))]).toEqual([key, paramsOf(english[key])]);
});

test('no Chinese prompt text is English', () => {
  expect(keys.filter((key) => !/\p{Script=Han}/u.test(promptText('zh-CN', key)))).toEqual([]);
});

test('a value with braces is filled in as it is', () => {
  expect(promptText('en', 'agent-scope', { scope: 'only {this}' })).toBe('Scope of the task: only {this}');
});
