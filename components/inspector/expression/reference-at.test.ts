import { expect, test } from 'vitest';
import { referenceAt } from './reference-at.ts';

const text = 'Order {{fetch.body.lines[0].id}} of fetch.body';
const at = (word: string) => referenceAt(text, text.indexOf(word) + 1, 'template');

test('a key is the reference down to it', () => {
  expect(at('fetch')?.path).toEqual(['fetch']);
  expect(at('body')?.path).toEqual(['fetch', 'body']);
  expect(at('[0]')?.path).toEqual(['fetch', 'body', 'lines', 0]);
  expect(at('id}')).toEqual({ from: 8, to: 30, path: ['fetch', 'body', 'lines', 0, 'id'] });
});

test('words outside of a tag are no references in a template, and are in a condition', () => {
  expect(referenceAt(text, text.lastIndexOf('body'), 'template')).toBeUndefined();
  expect(referenceAt('answer.calls > 1', 9, 'cel')?.path).toEqual(['answer', 'calls']);
});

test('a key in quotes is read without them', () => {
  expect(referenceAt('{{gather["odd name"]}}', 14, 'template')?.path).toEqual(['gather', 'odd name']);
});
