import { expect, test } from 'vitest';
import { optionFields, settingsFields } from './option-fields.ts';

test.each([
  ['attempts', 'number'],
  ['delayMs', 'duration'],
  ['on', 'choice'],
  ['timeoutMs', 'duration'],
  ['disabled', 'switch'],
  ['pinned', 'json'],
  ['notes', 'text'],
])('the option %s is edited as %s, and is no expression', (name, kind) => {
  expect(optionFields(name)).toMatchObject({ control: { kind }, expression: 'literal' });
});

test.each([
  ['maxSteps', 'number'],
  ['maxDurationMs', 'duration'],
  ['language', 'choice'],
])('the setting %s is edited as %s', (name, kind) => {
  expect(settingsFields(name).control.kind).toBe(kind);
});

test('the limits of a number are those of its schema', () => {
  expect(optionFields('attempts').control).toEqual({ kind: 'number', isInteger: true, minimum: 1, maximum: 20 });
  expect(optionFields('timeoutMs').control).toMatchObject({ minimum: 1, maximum: 86_400_000 });
});
