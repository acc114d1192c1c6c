import fc from 'fast-check';
import { expect, test } from 'vitest';
import { diffLines } from './diff-lines.ts';

const marks = { same: ' ', added: '+', removed: '-' } as const;
const shown = (before: string, after: string) => diffLines(before, after).map(({ kind, text }) => `${marks[kind]}${text}`);

test('common lines stay, removed lines come before added ones', () => {
  expect(shown('a\nb\nc\nd', 'a\nx\nc\ne\nd')).toEqual([' a', '-b', '+x', ' c', '+e', ' d']);
});

test('a text that only grew has no removed line', () => {
  expect(shown('one', 'one\ntwo')).toEqual([' one', '+two']);
  expect(shown('b', 'a\nb')).toEqual(['+a', ' b']);
});

test('without added lines the first text remains, without removed lines the second', () => {
  const text = fc.array(fc.constantFrom('a', 'b', 'c', ''), { minLength: 1, maxLength: 8 }).map((lines) => lines.join('\n'));
  fc.assert(
    fc.property(text, text, (before, after) => {
      const lines = diffLines(before, after);
      const without = (kind: string) =>
        lines
          .filter((line) => line.kind !== kind)
          .map((line) => line.text)
          .join('\n');
      expect([without('added'), without('removed')]).toEqual([before, after]);
    }),
  );
});
