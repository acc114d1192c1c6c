/** Groups of functions, in the order of the list. */
export const functionGroups = ['choice', 'text', 'number', 'list', 'object', 'date'] as const;

/** A function of expressions, for people. */
export type CelFunction = {
  readonly name: string;
  readonly group: (typeof functionGroups)[number];
  /** How it is written. */
  readonly form: string;
  /** Inserted into a text. @defaultValue `form` from the name on */
  readonly insert?: string;
  readonly summary: string;
  readonly examples: readonly { readonly source: string; readonly gives: unknown }[];
};

/**
 * The functions that people are shown: in the editor, in its completion and in docs/functions.md. A test evaluates the
 * examples and compares the names with those of the evaluator.
 */
export const celFunctions: readonly CelFunction[] = [
  {
    name: '? :',
    group: 'choice',
    form: 'condition ? value : other',
    insert: ' ? "" : ""',
    summary: 'One of two values, by a condition.',
    examples: [{ source: '250 > 100 ? "big" : "small"', gives: 'big' }],
  },
  {
    name: 'in',
    group: 'choice',
    form: 'value in list',
    insert: ' in ',
    summary: 'Whether a list has a value, or an object a key.',
    examples: [{ source: '"a" in ["a", "b"]', gives: true }],
  },
  {
    name: 'has',
    group: 'choice',
    form: 'has(node.field)',
    summary: 'Whether a field exists. Also false when its node was skipped.',
    examples: [{ source: '[{"a": 1}].exists(item, has(item.b))', gives: false }],
  },
  {
    name: 'orValue',
    group: 'choice',
    form: 'node.?field.orValue(other)',
    summary: 'A field, or another value where it is missing.',
    examples: [{ source: '{"a": 1}.?b.orValue(0)', gives: 0 }],
  },
  {
    name: 'exists',
    group: 'choice',
    form: 'list.exists(item, condition)',
    summary: 'Whether the condition holds for at least one item.',
    examples: [{ source: '[1, 5].exists(n, n > 3)', gives: true }],
  },
  {
    name: 'all',
    group: 'choice',
    form: 'list.all(item, condition)',
    summary: 'Whether the condition holds for every item.',
    examples: [{ source: '[1, 5].all(n, n > 3)', gives: false }],
  },
  {
    name: 'exists_one',
    group: 'choice',
    form: 'list.exists_one(item, condition)',
    summary: 'Whether the condition holds for exactly one item.',
    examples: [{ source: '[1, 5].exists_one(n, n > 3)', gives: true }],
  },
  {
    name: 'text',
    group: 'text',
    form: 'text(value)',
    summary: 'Any value as text; objects and lists as JSON.',
    examples: [
      { source: 'text([1, "a"])', gives: '[1,"a"]' },
      { source: 'text(2.5) + " kg"', gives: '2.5 kg' },
    ],
  },
  {
    name: 'lower',
    group: 'text',
    form: 'text.lower()',
    summary: 'In lowercase letters.',
    examples: [{ source: '"Ada".lower()', gives: 'ada' }],
  },
  {
    name: 'upper',
    group: 'text',
    form: 'text.upper()',
    summary: 'In capital letters.',
    examples: [{ source: '"Ada".upper()', gives: 'ADA' }],
  },
  {
    name: 'trim',
    group: 'text',
    form: 'text.trim()',
    summary: 'Without spaces and line breaks at both ends.',
    examples: [{ source: '" a b ".trim()', gives: 'a b' }],
  },
  {
    name: 'replace',
    group: 'text',
    form: 'text.replace(old, new)',
    summary: 'Every occurrence replaced.',
    examples: [{ source: '"a-b-c".replace("-", "+")', gives: 'a+b+c' }],
  },
  {
    name: 'split',
    group: 'text',
    form: 'text.split(separator)',
    summary: 'The parts between separators, as a list.',
    examples: [{ source: '"a,b".split(",")', gives: ['a', 'b'] }],
  },
  {
    name: 'slice',
    group: 'text',
    form: 'text.slice(from, to)',
    summary: 'A part of a text or list. Positions from 0; negative ones count from the end.',
    examples: [
      { source: '"invoice".slice(0, 2)', gives: 'in' },
      { source: '[1, 2, 3].slice(-2)', gives: [2, 3] },
    ],
  },
  {
    name: 'contains',
    group: 'text',
    form: 'text.contains(part)',
    summary: 'Whether it has this part.',
    examples: [{ source: '"urgent: help".contains("help")', gives: true }],
  },
  {
    name: 'startsWith',
    group: 'text',
    form: 'text.startsWith(part)',
    summary: 'Whether it begins so.',
    examples: [{ source: '"A-7".startsWith("A-")', gives: true }],
  },
  {
    name: 'endsWith',
    group: 'text',
    form: 'text.endsWith(part)',
    summary: 'Whether it ends so.',
    examples: [{ source: '"a.pdf".endsWith(".pdf")', gives: true }],
  },
  {
    name: 'indexOf',
    group: 'text',
    form: 'text.indexOf(part)',
    summary: 'Where a part begins, from 0; -1 where it is not.',
    examples: [{ source: '"abc".indexOf("c")', gives: 2 }],
  },
  {
    name: 'matches',
    group: 'text',
    form: 'text.matches(pattern)',
    summary: 'Whether a pattern in RE2 syntax is found in it.',
    examples: [{ source: '"A-17".matches("^A-[0-9]+$")', gives: true }],
  },
  {
    name: 'match',
    group: 'text',
    form: 'text.match(pattern)',
    summary: 'The first match of a pattern and what its groups caught; empty without a match.',
    examples: [{ source: '"Order A-17".match("A-([0-9]+)")', gives: ['A-17', '17'] }],
  },
  {
    name: 'json',
    group: 'text',
    form: 'json(text)',
    summary: 'What a text holds as JSON.',
    examples: [{ source: 'json("{\\"a\\": [1]}").a', gives: [1] }],
  },
  {
    name: 'double',
    group: 'number',
    form: 'double(text)',
    summary: 'A number from a text.',
    examples: [{ source: 'double("2.5") + 1', gives: 3.5 }],
  },
  {
    name: 'int',
    group: 'number',
    form: 'int(value)',
    summary: 'A whole number from a text, or a number without its fraction.',
    examples: [
      { source: 'int("12") + 1', gives: 13 },
      { source: 'int(2.9)', gives: 2 },
    ],
  },
  {
    name: 'round',
    group: 'number',
    form: 'round(number, digits)',
    summary: 'Rounded, to so many digits after the point (none: 0).',
    examples: [
      { source: 'round(2.345, 2)', gives: 2.35 },
      { source: 'round(2.5)', gives: 3 },
    ],
  },
  {
    name: 'floor',
    group: 'number',
    form: 'floor(number)',
    summary: 'The whole number below.',
    examples: [{ source: 'floor(2.9)', gives: 2 }],
  },
  {
    name: 'ceil',
    group: 'number',
    form: 'ceil(number)',
    summary: 'The whole number above.',
    examples: [{ source: 'ceil(2.1)', gives: 3 }],
  },
  {
    name: 'abs',
    group: 'number',
    form: 'abs(number)',
    summary: 'Without its sign.',
    examples: [{ source: 'abs(-3)', gives: 3 }],
  },
  {
    name: 'sum',
    group: 'number',
    form: 'list.sum()',
    summary: 'The sum of a list of numbers.',
    examples: [
      { source: '[1, 2.5].sum()', gives: 3.5 },
      { source: '[{"p": 2}, {"p": 3}].map(item, item.p).sum()', gives: 5 },
    ],
  },
  {
    name: 'min',
    group: 'number',
    form: 'list.min()',
    summary: 'The smallest number of a list, or of two.',
    examples: [
      { source: '[3, 1].min()', gives: 1 },
      { source: 'min(3, 1)', gives: 1 },
    ],
  },
  {
    name: 'max',
    group: 'number',
    form: 'list.max()',
    summary: 'The largest number of a list, or of two.',
    examples: [
      { source: '[3, 1].max()', gives: 3 },
      { source: 'max(3, 1)', gives: 3 },
    ],
  },
  {
    name: 'size',
    group: 'list',
    form: 'list.size()',
    summary: 'How many items a list, fields an object or characters a text has.',
    examples: [{ source: '["a", "b"].size()', gives: 2 }],
  },
  {
    name: 'map',
    group: 'list',
    form: 'list.map(item, value)',
    summary: 'A list with a value made of each item.',
    examples: [{ source: '[{"p": 2}, {"p": 3}].map(item, item.p * 2)', gives: [4, 6] }],
  },
  {
    name: 'filter',
    group: 'list',
    form: 'list.filter(item, condition)',
    summary: 'The items for which the condition holds.',
    examples: [{ source: '[1, 5].filter(n, n > 3)', gives: [5] }],
  },
  {
    name: 'join',
    group: 'list',
    form: 'list.join(separator)',
    summary: 'The items as one text.',
    examples: [{ source: '["a", 2].join(", ")', gives: 'a, 2' }],
  },
  {
    name: 'sortBy',
    group: 'list',
    form: 'list.sortBy("field")',
    summary: 'Sorted by a field, or by the items themselves.',
    examples: [
      { source: '[{"p": 3}, {"p": 1}].sortBy("p")', gives: [{ p: 1 }, { p: 3 }] },
      { source: '[3, 1].sortBy()', gives: [1, 3] },
    ],
  },
  {
    name: 'reverse',
    group: 'list',
    form: 'list.reverse()',
    summary: 'In the opposite order.',
    examples: [{ source: '[3, 1].sortBy().reverse()', gives: [3, 1] }],
  },
  {
    name: 'unique',
    group: 'list',
    form: 'list.unique("field")',
    summary: 'The first item of each value of a field, or of equal items.',
    examples: [{ source: '["a", "b", "a"].unique()', gives: ['a', 'b'] }],
  },
  {
    name: 'groupBy',
    group: 'list',
    form: 'list.groupBy("field")',
    summary: 'A list of { key, items }, one for each value of a field.',
    examples: [{ source: '[{"c": "x"}, {"c": "y"}, {"c": "x"}].groupBy("c").map(group, group.key)', gives: ['x', 'y'] }],
  },
  {
    name: 'zip',
    group: 'list',
    form: 'list.zip(other)',
    summary: 'Pairs of the items at the same position, as many as the shorter list has.',
    examples: [
      {
        source: '["a", "b"].zip([1, 2])',
        gives: [
          ['a', 1],
          ['b', 2],
        ],
      },
    ],
  },
  {
    name: 'joinBy',
    group: 'list',
    form: 'list.joinBy(other, "field", "otherField")',
    summary: 'Each item with the fields of the items of another list that have the same value there. Items without such stay.',
    examples: [{ source: '[{"id": 1}].joinBy([{"id": 1, "name": "Ada"}], "id")', gives: [{ id: 1, name: 'Ada' }] }],
  },
  {
    name: 'flatten',
    group: 'list',
    form: 'list.flatten()',
    summary: 'Lists inside a list as one list.',
    examples: [{ source: '[[1], [2, 3]].flatten()', gives: [1, 2, 3] }],
  },
  {
    name: 'keys',
    group: 'object',
    form: 'object.keys()',
    summary: 'The names of its fields.',
    examples: [{ source: '{"a": 1}.keys()', gives: ['a'] }],
  },
  {
    name: 'values',
    group: 'object',
    form: 'object.values()',
    summary: 'The values of its fields.',
    examples: [{ source: '{"a": 1}.values()', gives: [1] }],
  },
  {
    name: 'entries',
    group: 'object',
    form: 'object.entries()',
    summary: 'A list of { key, value }, one for each field.',
    examples: [{ source: '{"a": 1}.entries()', gives: [{ key: 'a', value: 1 }] }],
  },
  {
    name: 'now',
    group: 'date',
    form: 'now()',
    summary: 'The time at which the node started. Retries of the node see the same one.',
    examples: [{ source: 'now() > date("2020-01-01")', gives: true }],
  },
  {
    name: 'date',
    group: 'date',
    form: 'date(text, zone)',
    summary: 'A date from a text. Without an offset in it, in that time zone (none: UTC).',
    examples: [
      { source: 'date("2026-03-01")', gives: '2026-03-01T00:00:00.000Z' },
      { source: 'date("2026-03-01 09:30", "Asia/Shanghai")', gives: '2026-03-01T01:30:00.000Z' },
    ],
  },
  {
    name: 'add',
    group: 'date',
    form: 'date.add(count, unit, zone)',
    summary: 'Later by so many milliseconds, seconds, minutes, hours, days, weeks, months or years.',
    examples: [
      { source: 'date("2026-01-31").add(1, "month")', gives: '2026-02-28T00:00:00.000Z' },
      { source: 'date("2026-03-01").add(-2, "days")', gives: '2026-02-27T00:00:00.000Z' },
    ],
  },
  {
    name: 'diff',
    group: 'date',
    form: 'date.diff(earlier, unit)',
    summary: 'The weeks, days, hours … from one date to another.',
    examples: [{ source: 'date("2026-03-03").diff(date("2026-03-01"), "days")', gives: 2 }],
  },
  {
    name: 'format',
    group: 'date',
    form: 'date.format(pattern, zone)',
    summary: 'As text: %Y year, %m month, %d day, %H hour, %M minute, %S second, %B %A names, %F date, %T time.',
    examples: [{ source: 'date("2026-03-01T01:30:00Z").format("%d.%m.%Y %H:%M", "Asia/Shanghai")', gives: '01.03.2026 09:30' }],
  },
];
