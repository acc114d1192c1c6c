import { expect, test } from 'vitest';
import { isTerminal, runStatusSchema } from '#lib/run/run-status.ts';
import { ENDED, msFromNow, storableText } from './fragments.ts';

test('the statuses in SQL are those with which a run ends', () => {
  const ended = runStatusSchema.options.filter(isTerminal).map((status) => `'${status}'`);
  expect(ENDED.text).toBe(`(${ended.join(', ')})`);
});

test('a duration is bound, and never part of the text', () => {
  const { text, values } = msFromNow(1500);
  expect(text).toBe("CURRENT_TIMESTAMP + $1::float8 * interval '1 millisecond'");
  expect(values).toEqual([1500]);
});

test('a text has no NUL and no half character, also where it is cut', () => {
  expect(storableText('a\0b')).toBe('a\ufffdb');
  expect(storableText('ab🧵', 3)).toBe('ab\ufffd');
  expect(storableText('\ud800')).toBe('\ufffd');
});
