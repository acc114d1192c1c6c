import { expect, test } from 'vitest';
import { worded } from '#lib/i18n/problem-text.ts';
import { fixReference, suggestedReference } from './fix-reference.ts';

test('the hint of a problem may propose a reference', () => {
  const problem = { code: 'unknown-reference', severity: 'error' } as const;
  expect(
    suggestedReference({ ...problem, ...worded(['no-such-node', { node: 'fecth' }], ['meant', { name: 'fetch.body' }]) }),
  ).toBe('fetch.body');
  expect(suggestedReference({ ...problem, ...worded(['no-such-node', { node: 'fecth' }]) })).toBeUndefined();
  expect(suggestedReference({ ...problem, message: 'From elsewhere', hint: 'Did you mean fetch.body?' })).toBeUndefined();
});

test('only the wrong reference is replaced, in any position', () => {
  const text = 'Order: {{fetch.body}}\nAgain: {{ fetch.boddy | default: "fetch.boddy" }}';
  expect(fixReference(text, { line: 2, column: 11 }, 'fetch.body')).toBe(
    'Order: {{fetch.body}}\nAgain: {{ fetch.body | default: "fetch.boddy" }}',
  );
});

test('the rest after the wrong key stays', () => {
  expect(fixReference('fetch.boddy.items[0].name == 1', { line: 1, column: 1 }, 'fetch.body')).toBe(
    'fetch.body.items[0].name == 1',
  );
});

test('a wrong node is replaced with its whole path', () => {
  expect(fixReference('{{strat.question}}', { line: 1, column: 3 }, 'start.question')).toBe('{{start.question}}');
});

test('a text without the reference is not changed', () => {
  expect(fixReference('12 + 3', { line: 1, column: 1 }, 'fetch.body')).toBeUndefined();
});
