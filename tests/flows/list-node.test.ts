import { expect, test } from 'vitest';
import { TestEngine, workflowOf } from '../support/test-engine.ts';

const people = [
  { name: 'Ada', age: '36', tags: ['a', 'b'], home: { city: 'London' } },
  { name: 'Bob', age: 9, tags: [], home: { city: 'Turin' } },
  { name: 'Eve', age: 41, tags: ['b'], home: null },
];

async function run(steps: readonly object[], from: unknown = '{{start.people}}') {
  const flow = workflowOf(
    {
      start: ['start', { inputs: [{ name: 'people', type: 'json' }] }],
      tidy: ['list', { from, steps }],
      end: ['end', { outputs: { got: '{{tidy}}' } }],
    },
    ['start -> tidy', 'tidy -> end'],
  );
  const { outputs, error } = await new TestEngine().run(flow, { people });
  return { got: outputs.got, error };
}

const names = { do: 'map', field: 'name' };

test.each<[string, object, string[]]>([
  ['a number in a text equals', { field: 'age', value: 36 }, ['Ada']],
  ['a field inside equals', { field: 'home.city', value: 'Turin' }, ['Bob']],
  ['differs', { field: 'name', test: 'differs', value: 'Ada' }, ['Bob', 'Eve']],
  ['a list contains', { field: 'tags', test: 'contains', value: 'b' }, ['Ada', 'Eve']],
  ['a text contains', { field: 'name', test: 'contains', value: 'o' }, ['Bob']],
  ['numbers are greater', { field: 'age', test: 'greater', value: '9' }, ['Ada', 'Eve']],
  ['texts are less', { field: 'name', test: 'less', value: 'Bz' }, ['Ada', 'Bob']],
  ['an object is not less', { field: 'home', test: 'less', value: 3 }, []],
  ['empty lists and nothing are empty', { field: 'tags', test: 'empty' }, ['Bob']],
  ['a missing field is empty', { field: 'home.street', test: 'empty' }, ['Ada', 'Bob', 'Eve']],
  ['a value is filled', { field: 'home', test: 'filled' }, ['Ada', 'Bob']],
])('a filter keeps items of which %s', async (_, step, kept) => {
  expect((await run([{ do: 'filter', ...step }, names])).got).toEqual(kept);
});

test('steps are applied in order, with the functions of expressions', async () => {
  expect((await run([{ do: 'sort', field: 'name', order: 'descending' }, { do: 'take', count: 2 }, names])).got).toEqual([
    'Eve',
    'Bob',
  ]);
  expect((await run([{ do: 'take', count: -1 }, names])).got).toEqual(['Eve']);
  expect((await run([{ do: 'map', field: 'home.city' }])).got).toEqual(['London', 'Turin', null]);
  expect(
    (
      await run([
        { do: 'pick', fields: ['name', 'none'] },
        { do: 'take', count: 1 },
      ])
    ).got,
  ).toEqual([{ name: 'Ada', none: null }]);
  expect((await run([{ do: 'unique' }], [1, '1', 1])).got).toEqual([1, '1']);
});

test('a join adds the fields of another list, by a value or by position', async () => {
  const cities = [{ city: 'London', land: 'UK' }];
  const join = { do: 'join', field: 'home.city', with: cities, otherField: 'city' };
  const { got } = await run([join, { do: 'pick', fields: ['name', 'land'] }]);
  expect(got).toEqual([
    { name: 'Ada', land: 'UK' },
    { name: 'Bob', land: null },
    { name: 'Eve', land: null },
  ]);
  expect((await run([{ do: 'join', with: [{ x: 1 }, 2] }], [{ a: 1 }, 5, 6])).got).toEqual([{ a: 1, x: 1 }, [5, 2]]);
});

test('a value that is not a list fails with the name of the field', async () => {
  expect((await run([names], 'Ada')).error).toMatchObject({
    code: 'items-not-list',
    path: 'config.from',
    message: expect.stringContaining('the string Ada'),
  });
  expect((await run([{ do: 'join', with: { a: 1 } }])).error).toMatchObject({
    path: 'config.steps[0].with',
    message: expect.stringContaining('an object'),
  });
  expect((await run([{ do: 'group' }])).error).toMatchObject({ code: 'list-field-missing', path: 'config.steps[0].field' });
});
