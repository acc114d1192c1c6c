import { expect, test } from 'vitest';
import { answerName, answerText } from './answer-text.ts';
import { readableAnswer } from './readable-answer.ts';

test('the answer is what the run replied, else the output whose name says so, else the only text, else all outputs', () => {
  expect(answerText(['One.', 'Two.'], { answer: 'x' })).toBe('One.\n\nTwo.');
  expect(answerText([], { sources: ['a'], answer: 'It is so.' })).toBe('It is so.');
  expect(answerText([], { total: 3 })).toBe('3');
  expect(answerText([], { a: 1, b: 'two' })).toBe('two');
  expect(answerText([], { a: 1, b: [2] })).toBe('a: 1\n\nb: [2]');
  expect(answerName(['sources', 'answer'])).toBe('answer');
});

const source = (title: string) => ({
  index: 1,
  url: '/knowledge?base=b&document=d',
  title,
  domain: 'b',
  snippet: 'A whole chunk',
});

test('people read the answer alone, without the values beside it', () => {
  expect(readableAnswer(['One.', 'Two.'], { answer: 'x' })).toBe('One.\n\nTwo.');
  expect(readableAnswer([], { value: 'Seven days [1].', value_2: [source('Returns')] })).toBe('Seven days [1].');
  expect(readableAnswer([], { reply: 'Hello', isApproved: true, urgency: 'high' })).toBe('Hello');
  expect(readableAnswer([], { ask: { output: 'It scatters.', llmCalls: 1 } })).toBe('It scatters.');
});

test('people read other outputs under names in words, and sources as titles', () => {
  const outputs = {
    isApproved: false,
    shipping_days: 3,
    comment: null,
    value: 'First.',
    notes: ['one', 'two'],
    order: { orderId: 'A-7', more: { file: { fileId: 'file_1', name: 'bill.pdf', mediaType: 'application/pdf' } } },
    value_2: [source('Returns'), source('Shipping')],
    tail: 'Last.\nLine.',
  };
  const read = readableAnswer([], outputs);
  expect(read).toBe(
    [
      '**Is approved**: No',
      '**Shipping days**: 3',
      'First.',
      '**Notes**\n\n- one\n- two',
      '**Order**\n\n- **Order id**: A-7\n- **More**\n  \n  - **File**: bill.pdf',
      '**Sources**\n\n- Returns\n- Shipping',
      '**Tail**\n\nLast.\nLine.',
    ].join('\n\n'),
  );
  expect(readableAnswer([], { isApproved: true, a: 1 }, 'zh-CN')).toBe('**Is approved**：是\n\n**A**：1');
  for (const inner of ['knowledge?', 'chunk', '{', 'fileId']) expect(read).not.toContain(inner);
});
