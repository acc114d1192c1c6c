import { expect, test } from 'vitest';
import { nameOfPrompt } from './name-of-prompt.ts';

test.each([
  ['Sort the mail in support@, answer what the policy answers.', 'Sort the mail in support@'],
  ['please build me a workflow that sums up a page', 'Sums up a page'],
  ['每天早上六点，解释销售表中的三个最大变化。', '每天早上六点'],
  ['帮我做一个回答手册问题的聊天', '回答手册问题的聊天'],
  ['Translate', 'Translate'],
  ['', ''],
])('%j is named %j', (prompt, name) => expect(nameOfPrompt(prompt)).toBe(name));

test('a long clause is cut between two words', () => {
  const name = nameOfPrompt('read every single contract that our customers ever sent to the legal department');
  expect(name).toBe('Read every single contract that our customers');
});
