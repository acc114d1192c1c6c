import { expect, test } from 'vitest';
import { editableText, readEditedValue } from './read-edited-value.ts';

const text = { kind: 'value', args: 'Dear Ada' } as const;
const order = { kind: 'value' as const, args: { id: 7, lines: ['kettle'] } };
const call = { kind: 'tool', args: { url: 'https://example.com' } } as const;

test('an unchanged value is not sent', () => {
  expect(readEditedValue(text, undefined)).toEqual({ value: undefined });
  expect(readEditedValue(text, 'Dear Ada')).toEqual({ value: undefined });
  expect(readEditedValue(order, editableText(order))).toEqual({ value: undefined });
});

test('text stays text, even when it looks like JSON', () => {
  expect(readEditedValue(text, '12')).toEqual({ value: '12' });
  expect(readEditedValue(text, '')).toEqual({ value: '' });
});

test('anything else is edited as JSON and may become any other value', () => {
  expect(editableText(order)).toBe('{\n  "id": 7,\n  "lines": [\n    "kettle"\n  ]\n}');
  expect(readEditedValue(order, '{"id": 8}')).toEqual({ value: { id: 8 } });
  expect(readEditedValue(order, 'null')).toEqual({ value: null });
});

test.each(['{"id": 7', '{"id": oops}', ''])('invalid JSON is reported with the reason: %j', (typed) => {
  expect(readEditedValue(order, typed)).toEqual({ problem: 'not-json', reason: expect.stringMatching(/JSON/) });
});

test.each(['[]', '"text"', 'null'])('arguments of a tool are an object, not %s', (typed) => {
  expect(readEditedValue(call, typed)).toMatchObject({ problem: 'not-an-object' });
});
