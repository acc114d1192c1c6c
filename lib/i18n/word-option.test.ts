import { expect, test } from 'vitest';
import { wordOption } from './word-option.ts';

test.each([
  ['plan-and-execute', 'Plan and execute'],
  ['openQuestions', 'Open questions'],
  ['all', 'All'],
  ['json', 'JSON'],
  ['sha256', 'SHA-256'],
  ['xhigh', 'Extra high (xhigh)'],
  ['GET', 'GET'],
  ['zh-CN', '中文 (zh-CN)'],
  ['constructor', 'Constructor'],
])('%s is read as %s', (option, words) => {
  expect(wordOption(option, {})).toBe(words);
});

test('a translation is followed by the stored value, which documents and help texts name', () => {
  expect(wordOption('settle', { settle: '记录错误后继续' })).toBe('记录错误后继续 (settle)');
  expect(wordOption('JSON', { JSON: 'JSON' })).toBe('JSON');
});
