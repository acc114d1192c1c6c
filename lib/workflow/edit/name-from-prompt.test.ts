import { expect, test } from 'vitest';
import { isUnnamed, nameFromPrompt } from './name-from-prompt.ts';

test.each([
  ['Summarise {{start.text}} in three points. Be brief.', 'Summarise in three points'],
  ['You are a careful support agent.\nAnswer kindly.', 'A careful support agent'],
  ['## Task\nx', 'Task'],
  ['把这封邮件翻译成英文。不要解释。', '把这封邮件翻译成英文'],
  [
    'Classify every incoming message of our customers into one of the five departments that we have',
    'Classify every incoming message of our customers…',
  ],
])('%j is named %j', (prompt, name) => {
  expect(nameFromPrompt(prompt)).toBe(name);
});

test.each(['', '{{start.message}}', '?', 'hi'])('%j gives no name', (prompt) => {
  expect(nameFromPrompt(prompt)).toBeUndefined();
});

test('only a name that nobody gave is replaced', () => {
  expect(['', 'Untitled workflow', '未命名工作流'].every(isUnnamed)).toBe(true);
  expect(isUnnamed('Untitled')).toBe(false);
});
