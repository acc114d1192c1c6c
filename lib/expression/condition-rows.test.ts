import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type ConditionRows, readConditionRows, rowOperators, takesRight, writeConditionRows } from './condition-rows.ts';

const kinds = {
  isRoot: (name: string) => ['start', 'order'].includes(name),
  isText: (left: string) => left.startsWith('start.name'),
};
const write = (rows: ConditionRows['rows'], join: 'and' | 'or' = 'and') => writeConditionRows({ join, rows }, kinds);

test.each<[string, string, ConditionRows['rows'][number]['operator'], string]>([
  ['start.count > 3', 'start.count', 'greater', '3'],
  ['start.count <= -2.5', 'start.count', 'atMost', '-2.5'],
  ['start.name == "Ada"', 'start.name', 'equals', 'Ada'],
  ['start.name == "3"', 'start.name', 'equals', '"3"'],
  ['order.note == "3"', 'order.note', 'equals', '"3"'],
  ['order.note != null', 'order.note', 'differs', 'null'],
  ['start.count == order.count', 'start.count', 'equals', 'order.count'],
  ['start.name.contains("a b")', 'start.name', 'contains', 'a b'],
  ['!start.name.contains("x")', 'start.name', 'lacks', 'x'],
  ['start.name.lower().startsWith("a")', 'start.name.lower()', 'startsWith', 'a'],
  ['start.name.matches("^A-[0-9]+$")', 'start.name', 'matches', '^A-[0-9]+$'],
  ['start.name in ["a", "b c"]', 'start.name', 'oneOf', 'a, b c'],
  ['start.count in [1, 2]', 'start.count', 'oneOf', '1, 2'],
  ['"gift" in order.tags', 'order.tags', 'hasItem', 'gift'],
  ['size(order.tags) == 0', 'order.tags', 'isEmpty', ''],
  ['size(order.tags) > 0', 'order.tags', 'isFilled', ''],
  ['order.isGift', 'order.isGift', 'isTrue', ''],
  ['!order.isGift', 'order.isGift', 'isFalse', ''],
  ['has(order.note)', 'order.note', 'exists', ''],
  ['!has(order.note)', 'order.note', 'isMissing', ''],
  ['branch.sort == "low"', 'branch.sort', 'equals', 'low'],
  ['loop.last.score < 8', 'loop.last.score', 'less', '8'],
  ['order.lines[0].tags.unique().size() >= 2', 'order.lines[0].tags.unique().size()', 'atLeast', '2'],
])('%s is one row, and is written back', (source, left, operator, right) => {
  expect(readConditionRows(source)).toEqual({ join: 'and', rows: [{ left, operator, right }] });
  expect(write([{ left, operator, right }])).toBe(source);
});

test('rows are joined in one way', () => {
  const rows = readConditionRows('start.count > 3 || order.isGift || start.name == "x"');
  expect(rows).toMatchObject({ join: 'or', rows: [{ operator: 'greater' }, { operator: 'isTrue' }, { operator: 'equals' }] });
  expect(rows && writeConditionRows(rows, kinds)).toBe('start.count > 3 || order.isGift || start.name == "x"');
  expect(readConditionRows('start.a > 1 && start.b > 2')?.rows).toHaveLength(2);
  expect(readConditionRows('  ')).toEqual({ join: 'and', rows: [] });
});

test.each([
  'start.a > 1 && (start.b > 2 || start.c > 3)',
  'order.lines.exists(line, line.price > 3)',
  'start.count + 1 > 3',
  '3 > start.count + 1',
  'start.count > order.count * 2',
  'start.name in ["a, b"]',
  'start.name in order.names + ["x"]',
  'true',
  'start.count >',
  'start.count ? true : false',
])('%s can be edited as text only', (source) => {
  expect(readConditionRows(source)).toBeUndefined();
});

describe('what people write on the right', () => {
  test.each([
    ['start.name', '3', 'start.name == "3"'],
    ['start.name', 'true', 'start.name == "true"'],
    ['start.name', 'start.other', 'start.name == start.other'],
    ['start.name', 'say "hi"', 'start.name == "say \\"hi\\""'],
    ['start.name', 'a.b', 'start.name == "a.b"'],
    ['order.total', '3', 'order.total == 3'],
    ['order.total', 'Ada', 'order.total == "Ada"'],
    ['order.total', 'start', 'order.total == "start"'],
  ])('%s equals %s is written as %s', (left, right, source) => {
    expect(write([{ left, operator: 'equals', right }])).toBe(source);
  });

  test('rows that are not filled in are left out', () => {
    expect(
      write([
        { left: '', operator: 'equals', right: 'x' },
        { left: 'start.a', operator: 'equals', right: '' },
        { left: 'start.b', operator: 'isTrue', right: '' },
      ]),
    ).toBe('start.b');
  });
});

test('any rows are read back from what they write', () => {
  const left = fc.constantFrom('start.name', 'start.count', 'order.lines[0].tag', 'order.name.lower()');
  const right = fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
    .map((text) => text.trim())
    .filter((text) => text !== '');
  const row = fc
    .record({ left, operator: fc.constantFrom(...rowOperators), right })
    .map((made) => (takesRight(made.operator) ? made : { ...made, right: '' }))
    .filter(({ left, operator }) => !left.includes('(') || !['exists', 'isMissing', 'isTrue', 'isFalse'].includes(operator));
  fc.assert(
    fc.property(fc.constantFrom('and' as const, 'or' as const), fc.array(row, { minLength: 1, maxLength: 4 }), (join, rows) => {
      const source = write(rows, join);
      const again = readConditionRows(source);
      // A list cannot say every text; such a condition stays text.
      if (!again) return rows.some(({ operator }) => operator === 'oneOf');
      expect(writeConditionRows(again, kinds)).toBe(source);
      return true;
    }),
  );
});
