import { expect, test } from 'vitest';
import { splitLongTexts } from './split-long-texts.ts';

test('texts of several lines are separated from the other arguments', () => {
  expect(splitLongTexts({ language: 'python', code: 'a = 1\nreturn a' })).toEqual({
    texts: [['code', 'a = 1\nreturn a']],
    rest: { language: 'python' },
  });
  expect(splitLongTexts({ code: 'a\n' })).toEqual({ texts: [['code', 'a\n']], rest: undefined });
});

test.each([[{ path: 'a.md' }], ['one\ntwo'], [['a\nb']], [null], [3], [{}]])('%j stays whole', (value) => {
  expect(splitLongTexts(value).texts).toEqual([]);
});
