import { expect, test } from 'vitest';
import { approvalFields, withField } from './approval-fields.ts';

test('each field of an object gets the control of its value', () => {
  const value = { to: 'ada@example.com', body: 'Dear Ada,\nyes.', amount: 12.5, isUrgent: false, tags: ['a'], none: null };
  expect(approvalFields(value)?.map(({ name, control }) => `${name} ${control}`)).toEqual([
    'to line',
    'body text',
    'amount number',
    'isUrgent boolean',
    'tags json',
    'none json',
  ]);
});

test('a schema gives titles, choices and fields that the value does not have', () => {
  const schema = {
    properties: {
      level: { type: 'string', enum: ['low', 'high'], title: 'Level', description: 'How urgent it is.' },
      limit: { type: 'integer' },
    },
    required: ['level'],
  };
  expect(approvalFields({ level: 'low', extra: true }, schema)).toMatchObject([
    {
      name: 'level',
      title: 'Level',
      description: 'How urgent it is.',
      isRequired: true,
      control: 'choice',
      choices: ['low', 'high'],
    },
    { name: 'limit', control: 'number', isRequired: false, value: undefined },
    { name: 'extra', control: 'boolean', value: true },
  ]);
});

test('what is no object with fields has no form', () => {
  for (const value of ['text', 3, null, [1], {}]) expect(approvalFields(value)).toBeUndefined();
});

test('a changed field keeps its position, and an emptied one is removed', () => {
  expect(JSON.stringify(withField({ a: 1, b: 2 }, 'a', 3))).toBe('{"a":3,"b":2}');
  expect(withField({ a: 1, b: 2 }, 'a', undefined)).toEqual({ b: 2 });
  expect(withField({ a: 1 }, 'c', true)).toEqual({ a: 1, c: true });
});
