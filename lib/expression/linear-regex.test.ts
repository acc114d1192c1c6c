import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compileCel } from './condition.ts';
import { matchesPattern } from './linear-regex.ts';

test.each([
  ['^a.c$', 'abc', true],
  ['^a.c$', 'abcd', false],
  ['b', 'abc', true],
  ['(ab|cd)+e', 'xxabcdabe', true],
  ['^\\d{3}-\\d{2,4}$', '123-4567', true],
  ['^\\d{3}-\\d{2,4}$', '123-45678', false],
  ['[^a-c]', 'abc', false],
  ['[\\]x-]', '-', true],
  ['(?i)hello', 'say HELLO', true],
  ['\\bcat\\b', 'a cat sat', true],
  ['\\bcat\\b', 'concat', false],
  ['^(?:a?){3}b$', 'aab', true],
  ['日本', '日本語', true],
  ['^.$', '😀', true],
  ['', 'anything', true],
  ['a{2}', 'a', false],
  ['(a*)*b', 'aaac', false],
  ['^(?<year>\\d{4})$', '2026', true],
  ['^\\p{L}+$', 'naïve語', true],
  ['^[\\p{Lu}-]+$', 'Ab', false],
  ['\\P{Script=Greek}', 'αβγ', false],
])('%s on %j is %s', (pattern, text, expected) => {
  expect(matchesPattern(pattern, text)).toBe(expected);
});

test.each([
  '(',
  ')',
  'a**',
  '*',
  '[a',
  '[z-a]',
  '(?=a)',
  '(?<!a)',
  '(?<n',
  '(a)\\1',
  '\\p{Nope}',
  '\\pL',
  'a{2,1}',
  'a{9999}',
  `${'('.repeat(100)}`,
  '((a{500}){500}){500}',
])('%s is refused with a reason', (pattern) => {
  expect(() => matchesPattern(pattern, 'a')).toThrow(expect.objectContaining({ code: 'expression-invalid' }));
});

test('the patterns that hang RegExp answer at once', () => {
  for (const pattern of ['(a+)+$', '(a|aa)+$', '(a*)*$', '([a-z]+)*$', 'a*a*a*a*a*a*$'])
    expect(matchesPattern(`^${pattern}`, `${'a'.repeat(2000)}!`)).toBe(false);
});

test('many slow patterns in one expression are stopped together', () => {
  const slow = "node.text.matches('(a?){300}(a){300}b')";
  const { evaluate } = compileCel(Array.from({ length: 20 }, () => slow).join(' || '));
  expect(() => evaluate({ node: { text: 'a'.repeat(19_000) } })).toThrow('too much work');
});

test('a text that is too long is refused', () => {
  expect(() => matchesPattern('a', 'a'.repeat(20_001))).toThrow(expect.objectContaining({ code: 'expression-limit' }));
});

const patterns = fc.letrec<{ pattern: string }>((tie) => ({
  pattern: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom('a', 'b', '.', '[ab]', '[^a]', '\\w', '^', '$', '\\b', 'ab'),
    fc.tuple(tie('pattern'), tie('pattern')).map(([a, b]) => `${a}${b}`),
    fc.tuple(tie('pattern'), tie('pattern')).map(([a, b]) => `(${a}|${b})`),
    fc.tuple(tie('pattern'), fc.constantFrom('*', '+', '?', '{2}', '{1,3}', '{0,}')).map(([a, times]) => `(?:${a})${times}`),
  ),
})).pattern;

test('it agrees with RegExp', () => {
  fc.assert(
    fc.property(patterns, fc.string({ unit: fc.constantFrom('a', 'b', ' ', 'c'), maxLength: 8 }), (pattern, text) => {
      expect(matchesPattern(pattern, text)).toBe(new RegExp(pattern).test(text));
    }),
  );
});
