import { describe, expect, test } from 'vitest';
import { compileCel, compileCondition } from './condition.ts';
import { ExpressionError } from './expression-error.ts';

const scope = {
  order: { id: 'A-7', total: 250, count: 3, tags: ['new', 'gift'], lines: [{ price: 2 }, { price: 5 }] },
  fetch: { body: 'ok', sizes: [7] },
};
const failureOf = (source: string): ExpressionError => {
  try {
    compileCel(source).evaluate(scope);
  } catch (error) {
    if (error instanceof ExpressionError) return error;
    throw error;
  }
  throw new Error('it did not fail');
};

test.each([
  ['order.total >', 'It ends too early'],
  ['(order.total > 3', "It ends where ')' is expected"],
  ['order.total > )', "Unexpected ')'"],
  ['order. 3', 'Expected a name instead of a number'],
  ['{"n" 1}', "Expected ':' instead of a number"],
])('the parse error of %s names tokens as written', (source, message) => {
  expect(failureOf(source)).toMatchObject({ code: 'expression-invalid', message });
});

test.each([
  ['order.tags[fetch.sizes[0]]', 'order.tags[fetch.sizes[0]]', 'order.tags.slice(-1)[0]'],
  ['(order.tags + ["x"])[9]', '(order.tags + ["x"])[9]', '(order.tags + ["x"]).slice(-1)[0]'],
])('%s names the item, and how to get the last one', (source, item, last) => {
  expect(failureOf(source)).toMatchObject({
    message: `There is no item ${item}`,
    hint: `Indexes count from 0. The last item is ${last}`,
  });
});

test.each<[string, unknown]>([
  ['order.total > 100', true],
  ['order.total > 100.0 && order.id == "A-7"', true],
  ['order.count + 1', 4],
  ['1 + order.count * 2 - 0.5', 6.5],
  ['order.count % 2 == 1', true],
  ['order.count / 2', 1.5],
  ['2 + 3', 5],
  ['"gift" in order.tags', true],
  ['size(order.tags)', 2],
  ['order.lines.exists(line, line.price > 4)', true],
  ['order.lines.map(line, line.price * order.count)', [6, 15]],
  ['{"n": 1, "list": [1, 2]}', { n: 1, list: [1, 2] }],
  ['order.lines[1].price', 5],
  ['order.id.matches("^A-[0-9]+$")', true],
  ['has(order.note)', false],
  ['has(skipped.text) && skipped.text == "x"', false],
  ['order.?note.orValue("none")', 'none'],
  ['skipped.?text.orValue("none")', 'none'],
  ['timestamp("2026-01-01T00:00:00Z")', '2026-01-01T00:00:00.000Z'],
])('%s gives %j', (source, value) => {
  expect(compileCel(source).evaluate(scope)).toEqual(value);
});

describe('a failure has its reason and position', () => {
  test.each([
    ['fetch.boddy == "x"', "fetch has no field 'boddy'", 'Did you mean fetch.body?', 1],
    ['true && ordr.total > 3', "ordr.total: there is no value of 'ordr' here", 'Did you mean order.total?', 9],
    ['skipped.text == "x"', "skipped.text: there is no value of 'skipped' here", 'If it may be missing, check has(…) first', 1],
    [
      'order.lines[7].price > 1',
      'order.lines has 2 entries, so there is no order.lines[7]',
      'If it may be missing, check has(…) first',
      1,
    ],
    ['order.lines.all(line, line.vat > 1)', "line has no field 'vat'", undefined, 28],
  ])('%s', (source, message, hint, column) => {
    const { code, message: said, hint: advice, at } = failureOf(source);
    expect({ code, said, advice, at }).toEqual({
      code: 'unknown-reference',
      said: message,
      advice: hint,
      at: { line: 1, column },
    });
  });

  test.each([
    ['order.total = 3', "To compare, write '=='"],
    ['order.total > 3 and order.count > 1', "Write '&&', '||' and '!' for and, or and not"],
    ['{{order.total}} > 3', 'No {{ }} here: write the path alone, as in start.count > 3'],
    ['', 'Write a condition, as in start.count > 3'],
    ['while.index > 1', 'This word is reserved; give the node another id'],
  ])('%j cannot be read; the hint helps', (source, hint) => {
    expect(failureOf(source)).toMatchObject({ code: 'expression-invalid', hint });
  });

  test.each(['1 / 0', 'order.count / 0', '9007199254740993', 'duration("1h")', 'order.id + 1', 'order.id > 1'])(
    '%s fails',
    (source) => {
      expect(failureOf(source).code).toBe('expression-failed');
    },
  );
});

describe('work is bounded', () => {
  test('a nested list must depend on the outer item', () => {
    expect(failureOf('order.tags.exists(a, order.tags.exists(b, a == b))').code).toBe('expression-invalid');
    expect(compileCel('[[1], [2]].exists(list, list.exists(n, n == 2))').evaluate({})).toBe(true);
  });

  test('an expression that is too large is refused', () => {
    expect(failureOf(Array.from({ length: 300 }, () => 'order.count').join(' + ')).code).toBe('expression-invalid');
    expect(failureOf(`${'('.repeat(60)}1${')'.repeat(60)}`).code).toBe('expression-invalid');
  });

  test('a pattern that hangs RegExp answers at once', () => {
    expect(compileCel('text.matches("^(a+)+$")').evaluate({ text: `${'a'.repeat(5000)}!` })).toBe(false);
  });

  test('matches in a comment or a string is not rewritten', () => {
    expect(compileCel('"matches(" + text(order.id.matches("A"))').references.map(({ text }) => text)).toEqual(['order.id']);
    expect(compileCel('order.id == "x.matches(y)"').evaluate(scope)).toBe(false);
  });
});

test.each([
  ['order.total', 'A condition must give true or false; this one gave a number'],
  ['order.id', 'A condition must give true or false; this one gave text'],
  ['order.tags', 'A condition must give true or false; this one gave a list'],
])('%s is no condition', (source, message) => {
  expect(() => compileCondition(source).evaluate(scope)).toThrow(expect.objectContaining({ code: 'type-mismatch', message }));
});
