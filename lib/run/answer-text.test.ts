import { expect, test } from 'vitest';
import { answerName, answerText } from './answer-text.ts';

test('the answer is what the run replied, else the output whose name says so, else all outputs', () => {
  expect(answerText(['One.', 'Two.'], { answer: 'x' })).toBe('One.\n\nTwo.');
  expect(answerText([], { sources: ['a'], answer: 'It is so.' })).toBe('It is so.');
  expect(answerText([], { total: 3 })).toBe('3');
  expect(answerText([], { a: 1, b: 'two' })).toBe('a: 1\n\nb: two');
  expect(answerName(['sources', 'answer'])).toBe('answer');
});
