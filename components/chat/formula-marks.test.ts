import { expect, test } from 'vitest';
import { threadCpuMs } from '#tests/support/thread-cpu.ts';
import { formulaMarks, hasFormula } from './formula-marks.ts';

test.each([
  ['The area is $A = \\pi r^2$.', 'The area is $$A = \\pi r^2$$.'],
  ['With \\(a^2\\) and $x$', 'With $$a^2$$ and $$x$$'],
  ['So\n\\[ E = mc^2 \\]\nholds', 'So\n\n$$\nE = mc^2\n$$\n\nholds'],
  ['$$\na_1\n$$', '$$\na_1\n$$'],
])('formulas are marked: %s', (text, marked) => {
  expect(formulaMarks(text)).toBe(marked);
  expect(hasFormula(formulaMarks(text))).toBe(true);
});

test.each([
  'It costs $5 and the other $10.',
  'From $5_000 to $6_000',
  'Run `echo $HOME = $PATH` there',
  '```sh\na=$b\nc=\\(d\\) $x$\n```',
  'Still \\(open',
  'No formula at all',
])('prices, code and what has no end stay: %s', (text) => {
  expect(formulaMarks(text)).toBe(text);
  expect(hasFormula(text)).toBe(false);
});

test('a text of dollar signs is read in time', () => {
  const startedAt = threadCpuMs();
  formulaMarks('$ \\( ` '.repeat(4000));
  expect(threadCpuMs() - startedAt).toBeLessThan(1000);
});
