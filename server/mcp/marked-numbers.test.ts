import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseExactly } from '#lib/json/exact-numbers.ts';
import { markNumbers, withNumbers, withNumbersAsText } from './marked-numbers.ts';

const parse = (text: string): unknown => JSON.parse(text.split('\n').map(markNumbers).join('\n'));

test('marked numbers are texts with their fields, or the numbers of any reader', () => {
  const text =
    '{"id": 1234567890123456789, "list":[{"n":-0.12345678901234567890}, {"n":2}], "text": "id 1234567890123456789 \\"12345678901234567890"}';
  const marked = parse(text);
  expect(withNumbersAsText(marked)).toEqual({
    value: {
      id: '1234567890123456789',
      list: [{ n: '-0.12345678901234567890' }, { n: 2 }],
      text: 'id 1234567890123456789 "12345678901234567890',
    },
    fields: ['id', 'list[].n'],
  });
  expect(withNumbers(marked)).toEqual(JSON.parse(text));
});

test('any JSON is read as it is written', () => {
  const number = fc.oneof(
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => JSON.stringify(value)),
    fc.bigInt().map(String),
    fc.tuple(fc.bigInt(), fc.nat(99)).map(([digits, exponent]) => `${digits}e-${exponent}`),
  );
  const json = fc.letrec((tie) => ({
    value: fc.oneof(
      { depthSize: 'small' },
      number,
      fc.string().map((text) => JSON.stringify(text)),
      tie('list'),
      tie('object'),
    ),
    list: fc.array(tie('value')).map((items) => `[${items.join(',\n ')}]`),
    object: fc
      .array(
        fc.tuple(
          fc.string({ minLength: 1 }).filter((key) => key !== '__proto__'),
          tie('value'),
        ),
      )
      .map((fields) => `{${fields.map(([key, value]) => `${JSON.stringify(key)}: ${value}`).join(', ')}}`),
  })).value as fc.Arbitrary<string>;
  fc.assert(
    fc.property(json, (text) => {
      const marked = parse(text);
      expect(withNumbersAsText(marked).value).toEqual(parseExactly(text).value);
      expect(withNumbers(marked)).toEqual(JSON.parse(text));
    }),
  );
});

test('what is no JSON stays as it is, also where a string has no end', () => {
  for (const text of ['event: message', '', '"open 1234567890123456789', `"${'\\"'.repeat(100_000)}`])
    expect(markNumbers(text)).toBe(text);
});
