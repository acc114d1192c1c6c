import { describe, expect, test } from 'vitest';
import chinese from '../i18n/messages/functions.zh-CN.json' with { type: 'json' };
import { celDefinitions } from './cel-environment.ts';
import { celFunctions } from './cel-functions.ts';
import { compileCel } from './condition.ts';
import { ExpressionError } from './expression-error.ts';
import { MOMENT_KEY } from './moment.ts';

const scope = {
  [MOMENT_KEY]: Date.UTC(2026, 0, 1),
  order: { total: 250, name: 'Ada', tags: ['b', 'a'], lines: [{ price: 2, at: { zone: 'x' } }, { price: 1 }] },
};
const evaluate = (source: string) => compileCel(source).evaluate(scope);
const failureOf = (source: string): ExpressionError => {
  try {
    evaluate(source);
  } catch (error) {
    if (error instanceof ExpressionError) return error;
    throw error;
  }
  throw new Error('it did not fail');
};

const examples = celFunctions.flatMap(({ name, examples }) => examples.map(({ source, gives }) => ({ name, source, gives })));

test.each(examples)('the example $source of $name gives what it says', ({ source, gives }) => {
  expect(evaluate(source)).toEqual(gives);
});

/** For values that JSON does not have, older names of the same, and parts of dates that `format` writes. */
const notShown =
  /^(bytes|uint|dyn|type|bool|string|hex|base64|at|lowerAscii|upperAscii|lastIndexOf|substring|timestamp|duration|get\w+|hasValue|value|none|of|or|bind)$/;

test('every function of the evaluator is shown, and no other', () => {
  const known = new Set(celDefinitions().map(({ name }) => name));
  const shown = celFunctions.map(({ name }) => name).filter((name) => /^\w+$/.test(name) && name !== 'in');
  expect(shown.filter((name) => !known.has(name))).toEqual([]);
  expect([...known].filter((name) => !notShown.test(name) && !shown.includes(name))).toEqual([]);
  expect(new Set(shown).size).toBe(shown.length);
});

test('every function has a Chinese text', () => {
  expect(Object.keys(chinese)).toEqual(celFunctions.map(({ name }) => name));
});

test.each([
  ['lower(order.name)', 'ada'],
  ['order.tags.sortBy()', ['a', 'b']],
  ['sortBy(order.lines, "price").map(line, line.price)', [1, 2]],
  ['order.lines.sortBy("at.zone").map(line, line.price)', [2, 1]],
  ['[true, 1, "a", null, 2, "B"].sortBy()', [1, 2, 'B', 'a', true, null]],
  ['[{"k": 1}, {"k": "1"}, {"k": 1.0}].groupBy("k").size()', 2],
  [
    '[{"id": 1}, {"id": 2}].joinBy([{"no": 1, "x": 3}, {"no": 1, "x": 4}], "id", "no")',
    [{ id: 1, no: 1, x: 3 }, { id: 1, no: 1, x: 4 }, { id: 2 }],
  ],
  ['order.total > 100 ? 1 : "none"', 1],
  ['[] == [] ? 1 : 2.5', 1],
  ['order.lines.map(line, line.price).max()', 2],
  ['order.lines.map(line, line.price * 1.5).join(" + ")', '3 + 1.5'],
  ['"none".match("[0-9]+")', []],
  ['text(null) + text(true) + text(1)', 'true1'],
  ['now()', '2026-01-01T00:00:00.000Z'],
  ['[["b", "a", "b"]].map(tags, tags.unique().map(tag, tag.upper()))', [['B', 'A']]],
  ['date(0)', '1970-01-01T00:00:00.000Z'],
  ['now().add(90, "minutes").format("%I:%M %p")', '01:30 AM'],
  ['date("Thu, 01 Jan 2026 10:00:00 +0200")', '2026-01-01T08:00:00.000Z'],
])('%s gives %j', (source, value) => {
  expect(evaluate(source)).toEqual(value);
});

describe('dates follow the clocks of their time zone', () => {
  // In Paris clocks go from 02:00 to 03:00 on 2026-03-29, and from 03:00 to 02:00 on 2026-10-25.
  const paris = '"Europe/Paris"';

  test.each([
    [`date("2026-03-28T12:00", ${paris}).add(1, "day", ${paris})`, '2026-03-29T10:00:00.000Z'],
    [`date("2026-03-28T12:00", ${paris}).add(24, "hours")`, '2026-03-29T11:00:00.000Z'],
    [`date("2026-03-29T02:30", ${paris})`, '2026-03-29T01:30:00.000Z'],
    [`date("2026-10-25T12:00", ${paris}).format("%F %T %z", ${paris})`, '2026-10-25 12:00:00 +0100'],
    ['date("2024-02-29").add(1, "year")', '2025-02-28T00:00:00.000Z'],
    ['date("2026-01-15").add(-1, "month")', '2025-12-15T00:00:00.000Z'],
    ['date("2026-03-01T00:00:00+08:00").format("%F %A %j %B", "Asia/Shanghai")', '2026-03-01 Sunday 060 March'],
    ['date("2026-03-01").format("100%% %Z", "America/New_York")', '100% America/New_York'],
  ])('%s gives %j', (source, value) => {
    expect(evaluate(source)).toEqual(value);
  });

  test.each([
    ['date("2026-02-30")', "date(…) cannot read '2026-02-30'"],
    ['date("yesterday")', "date(…) cannot read 'yesterday'"],
    ['now().format("%F", "Mars")', "There is no time zone 'Mars'"],
    ['now().format("yyyy-MM-dd HH:mm")', "A date pattern has signs with %, and 'yyyy-MM-dd HH:mm' has none"],
    ['now().format("DD.MM.YYYY")', "A date pattern has signs with %, and 'DD.MM.YYYY' has none"],
    ['now().format("HH:mm", "Europe/Berlin")', "A date pattern has signs with %, and 'HH:mm' has none"],
    ['now().format("%Q")', "A date pattern has no sign '%Q'"],
    ['now().add(1, "fortnight")', "There is no unit 'fortnight'"],
    ['now().add(0.5, "days")', 'add(…) takes whole days, not 0.5'],
    ['now().diff(now(), "months")', 'diff(…) does not count months, which differ in length'],
    ['now().add(9999, "years")', "'9999 years' is outside of the years 1 to 9999"],
    ['now() - date("2025-12-31")', 'The expression gave a length of time, which JSON cannot hold'],
  ])('%s says why it cannot', (source, message) => {
    expect(failureOf(source)).toMatchObject({ code: 'expression-failed', message });
  });
});

test.each([
  ['order.lines.sum()', 'sum(…) takes a list of numbers, and item 0 is an object'],
  ['[].max()', 'max(…) of an empty list has no value'],
  ['json("{")', 'json(…) got a text that is not JSON'],
  ['"a".replace("", "b")', 'replace(…) needs a text to look for'],
  ['order.lines[-1]', 'There is no item order.lines[-1]'],
])('%s fails: %s', (source, message) => {
  expect(failureOf(source)).toMatchObject({ code: 'expression-failed', message });
});

describe('an unknown function is refused, with what to write instead', () => {
  test.each([
    ['order.name.toLowerCase()', "There is no function 'toLowerCase'", 'Write lower()', 12],
    ['order.tags.include("a")', "There is no function 'include'", undefined, 12],
    ['order.name.lwer()', "There is no function 'lwer'", 'Did you mean lower?', 12],
    ['1 + greatest(1, 2)', "There is no function 'greatest'", 'Write max(…)', 5],
    ['contains("a", "b")', "There is no function 'contains'", 'Call it on a value, as in value.contains(…)', 1],
    ['order.name.now()', "There is no function 'now'", 'Write now(…) alone', 12],
  ])('%s', (source, message, hint, column) => {
    const failure = failureOf(source);
    expect(failure).toMatchObject({ code: 'expression-invalid', message, at: { line: 1, column } });
    expect(failure.hint).toBe(hint);
  });
});

describe('functions cannot be made to work without end', () => {
  const many = Array.from({ length: 5000 }, (_, id) => ({ id }));

  test.each([
    'many.map(item, many.unique("id").size()).sum()',
    'many.map(item, many.reverse()).size()',
    'many.joinBy(many.map(item, {"key": 1}), "id", "key").size() + many.map(item, many.sortBy("id")[0].id).sum()',
  ])('%s is stopped', (source) => {
    expect(() => compileCel(source).evaluate({ many })).toThrow(expect.objectContaining({ code: 'expression-limit' }));
  });

  test('a text that grows without end is stopped', () => {
    const text = 'a'.repeat(10_000);
    expect(() => compileCel('text.replace("a", text)').evaluate({ text })).toThrow(
      expect.objectContaining({ code: 'expression-limit' }),
    );
  });

  test('fields of the prototype are not read', () => {
    expect(compileCel('[{"a": 1}].groupBy("constructor")').evaluate({})).toEqual([{ key: null, items: [{ a: 1 }] }]);
    expect(compileCel('items.sortBy("__proto__.x").size()').evaluate({ items: [{}] })).toBe(1);
  });
});
