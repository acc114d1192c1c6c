import { expect, test } from 'vitest';
import { endOfSentences, spoken } from './sentences.ts';

test('a growing text is read out up to its last whole sentence', () => {
  const read = (text: string) => text.slice(0, endOfSentences(text));
  expect(read('Yes. You can ret')).toBe('Yes. ');
  expect(read('Yes')).toBe('');
  expect(read('可以退货。请在')).toBe('可以退货。');
  expect(read('One.\nTwo! Thr')).toBe('One.\nTwo! ');
});

test('marks of Markdown and numbers of sources are not read out', () => {
  expect(spoken('**Yes**, within `60` days [1].\n\n- one')).toBe('Yes, within 60 days . - one');
});
