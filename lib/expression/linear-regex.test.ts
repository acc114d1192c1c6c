import fc from 'fast-check';
import { expect, test } from 'vitest';
import { threadCpuMs } from '#tests/support/thread-cpu.ts';
import { compileCel } from './condition.ts';
import { matchesPattern, withPatternBudget } from './linear-regex.ts';

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
  ['^\\p{Script=Han}+$', '日本語', true],
  ['^[\\u4e00-\\u9fff]+$', '日本語', true],
  ['^\\u{1F600}$', '😀', true],
  ['^\\p{Letter}\\p{General_Category=Decimal_Number}$', 'é7', true],
  ['^\\pL\\x{e9}$', 'aé', true],
  ['\\\\u4e00', '一', false],
  ['^\\「$', '「', true],
  ['^\\s$', '\u3000', false],
  ['^.$', '\r', true],
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
  '\\Q(\\E',
  '\\u00',
  '[(]{2}{3}',
  'a{2,1}',
  'a{9999}',
  `${'('.repeat(100)}`,
  '((a{500}){500}){500}',
  'a{1000}'.repeat(70),
  `(?:${'.'.repeat(480)}){1000}`,
  '(aaaa[](]){1000}',
  '(aaaa[[:alpha:](]){1000}',
  'a'.repeat(501),
])('%s is refused with a reason', (pattern) => {
  expect(() => matchesPattern(pattern, 'a')).toThrow(expect.objectContaining({ code: 'expression-invalid' }));
});

test('a pattern that is too large is refused before it is expanded', () => {
  const startedAt = threadCpuMs();
  for (let i = 0; i < 100; i++) expect(() => matchesPattern(`(?:${'.'.repeat(470)}){1000}${i}`, 'a')).toThrow('it is too large');
  expect(threadCpuMs() - startedAt).toBeLessThan(5000);
});

test('the patterns that hang RegExp are matched at once', () => {
  for (const pattern of ['(a+)+$', '(a|aa)+$', '(a*)*$', '([a-z]+)*$', 'a*a*a*a*a*a*$'])
    expect(matchesPattern(`^${pattern}`, `${'a'.repeat(2000)}!`)).toBe(false);
});

test('many slow patterns in one expression are stopped together', { timeout: 30_000 }, () => {
  const slow = "node.text.matches('[ab]*a[ab]{200}[ab]?[^ab]')";
  const { evaluate } = compileCel(Array.from({ length: 60 }, () => slow).join(' || '));
  let seed = 1;
  const text = Array.from({ length: 19_000 }, () => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff;
    return (seed >>> 16) % 2 === 0 ? 'a' : 'b';
  });
  expect(() => evaluate({ node: { text: text.join('') } })).toThrow('too much work');
});

test('one match of a large pattern on a long text is refused', () => {
  expect(() => matchesPattern('(a?){100}(a){100}b', 'a'.repeat(20_000))).toThrow('too much work');
});

test('thousands of small matches fit into one evaluation', () => {
  const texts = Array.from({ length: 2000 }, () => 'some words '.repeat(40).trim());
  const isMatch = (text: string) => matchesPattern('^[a-z]{2,20}( [a-z]+)*$', text);
  expect(withPatternBudget(() => texts.every(isMatch))).toBe(true);
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
