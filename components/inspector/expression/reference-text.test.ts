import { expect, test } from 'vitest';
import { referenceText } from './reference-text.ts';

const typed = (text: string, mode: 'template' | 'cel' = 'template') => {
  const caret = text.indexOf('|') < 0 ? text.length : text.indexOf('|');
  return referenceText(text.replace('|', ''), caret, { mode, reference: 'fetch.body' });
};

test('in a template a reference is in braces', () => {
  expect(['', 'Order: | and more', '{{start.id}} '].map((text) => typed(text))).toEqual(Array(3).fill('{{fetch.body}}'));
});

test('an open tag is only closed, and a closed tag gets the bare reference', () => {
  expect(typed('Order: {{')).toBe('fetch.body}}');
  expect(typed('Order: {{|}}')).toBe('fetch.body');
});

test('in a condition it is bare', () => {
  expect(typed('', 'cel')).toBe('fetch.body');
  expect(typed('1 < ', 'cel')).toBe('fetch.body');
});
