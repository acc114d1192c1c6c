import { expect, test } from 'vitest';
import { trimChars } from './trim-chars.ts';

test('takes the characters away at both ends, or at the end alone', () => {
  expect(trimChars('--a-b--', '-')).toBe('a-b');
  expect(trimChars('..a!?', '.!?', { atStart: false })).toBe('..a');
  expect(trimChars('---', '-')).toBe('');
  expect(trimChars('', '-')).toBe('');
});
