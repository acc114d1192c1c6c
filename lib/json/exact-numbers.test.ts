import fc from 'fast-check';
import { expect, test } from 'vitest';
import { threadCpuMs } from '#tests/support/thread-cpu.ts';
import { isExactNumber } from './exact-numbers.ts';
import { readJsonText } from './json-limits.ts';

const digits = (length: { minLength: number; maxLength: number }) =>
  fc.string({ unit: fc.constantFrom(...'0123456789'), ...length });
const numberText = fc
  .record({
    sign: fc.constantFrom('', '-'),
    whole: digits({ minLength: 1, maxLength: 30 }).map((text) => text.replace(/^0+(?=\d)/, '')),
    fraction: fc.option(digits({ minLength: 1, maxLength: 30 }), { nil: '' }),
    exponent: fc.constantFrom('', 'e0', 'E5', 'e+10', 'e-7', 'e-310', 'e-400'),
  })
  .map(({ sign, whole, fraction, exponent }) => `${sign}${whole}${fraction && `.${fraction}`}${exponent}`);

/** The decimal as a fraction of two integers, whatever its size. */
function isSameDecimal(one: string, other: string): boolean {
  const [a, b] = [fractionOf(one), fractionOf(other)];
  return a.top * b.bottom === b.top * a.bottom;
}

function fractionOf(text: string) {
  const [mantissa = '', exponent = '0'] = text.toLowerCase().split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  const power = Number(exponent) - fraction.length;
  const top = BigInt(whole.replace('-', '') + fraction) * (text.startsWith('-') ? -1n : 1n);
  return { top: top * 10n ** BigInt(Math.max(0, power)), bottom: 10n ** BigInt(Math.max(0, -power)) };
}

test('a number is exact when its double is written as the same decimal, in the shortest form or with 17 digits', () => {
  const isHeld = (text: string) => {
    const double = Number(text);
    const [mantissa = ''] = text.split(/e/i);
    const significant = mantissa.replaceAll(/[-.]/g, '').replace(/^0+/, '').length;
    const isPrinted = significant > 15 && significant <= 17 && isSameDecimal(text, double.toPrecision(significant));
    return isSameDecimal(text, String(double)) || isPrinted;
  };
  fc.assert(fc.property(numberText, (text) => isExactNumber(text) === isHeld(text)));
});

test('a long fraction is judged in linear time', () => {
  const startedAt = threadCpuMs();
  const source = `0.${'1'.repeat(200_000)}${'0'.repeat(200_000)}`;
  expect(readJsonText(`[${source}]`)).toEqual({ value: [source], numbersAsText: ['[]'] });
  expect(threadCpuMs() - startedAt).toBeLessThan(1000);
});

test.each([
  '1.0',
  '1e2',
  '-0',
  '0.10',
  '0.30000000000000004',
  '0.10000000000000001',
  '52.520008000000004',
  '9007199254740992',
  '1e21',
  '100000000000000000000',
  '5e-324',
])('%s is a number', (text) => expect(readJsonText(`[${text}]`)).toEqual({ value: [Number(text)] }));

test.each(['9007199254740993', '-1234567890123456789', '0.1234567890123456789', '12345678901234567.89', '1e-400', '4.9e-324'])(
  '%s is kept as a text',
  (text) => expect(readJsonText(`{"a":${text}}`)).toEqual({ value: { a: text }, numbersAsText: ['a'] }),
);

test('big numbers come out as they came in, and small ones stay numbers', () => {
  const part: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
    value: fc.oneof(
      { depthSize: 'small' },
      numberText.map((number) => ({ number })),
      fc.string(),
      fc.constant(null),
      fc.array(tie('value'), { maxLength: 4 }),
      fc.dictionary(fc.string(), tie('value'), { maxKeys: 4 }).map((fields) => ({ fields })),
    ),
  })).value;
  const textOf = (value: unknown): string => {
    if (Array.isArray(value)) return `[${value.map(textOf).join(' , ')}]`;
    if (typeof value !== 'object' || value === null) return JSON.stringify(value);
    if ('number' in value) return value.number as string;
    const { fields } = value as { fields: object };
    return `{${Object.entries(fields)
      .map(([key, field]) => `${JSON.stringify(key)}: ${textOf(field)}`)
      .join(',')}}`;
  };
  const expectedOf = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(expectedOf);
    if (typeof value !== 'object' || value === null) return value;
    if ('number' in value) return isExactNumber(value.number as string) ? Number(value.number) : value.number;
    const { fields } = value as { fields: object };
    return Object.fromEntries(Object.entries(fields).map(([key, field]) => [key, expectedOf(field)]));
  };
  fc.assert(
    fc.property(part, (value) => {
      const { numbersAsText, ...read } = readJsonText(textOf(value));
      expect(read).toEqual({ value: expectedOf(value) });
      expect(readJsonText(JSON.stringify(read.value))).toEqual({ value: read.value });
    }),
  );
});

test('fields with such numbers are named, each once, and fifty at most', () => {
  const big = '12345678901234567890';
  const read = (text: string) => readJsonText(text.replaceAll('#', big)).numbersAsText;
  expect(read('#')).toEqual(['']);
  expect(read('[#,[#],{"a b":#}]')).toEqual(['[]', '[][]', '[].a b']);
  expect(read(`[${Array(1000).fill('{"id":#,"n":1}').join()}]`)).toEqual(['[].id']);
  expect(read(`{${Array.from({ length: 100 }, (_, index) => `"k${index}":#`).join()}}`)).toHaveLength(50);
  expect(read('{"id":"#","text":"a, # \\" # b"}')).toBeUndefined();
});
