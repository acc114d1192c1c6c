import { expect, test } from 'vitest';
import { findUnreadLine, readQuestions, writeQuestions } from './read-questions.ts';

test('a line is a question; lines without a document are omitted', () => {
  const text = 'How long? | a.pdf | nine days\n\nWho pays? | b.pdf\nno document\n';
  const questions = readQuestions(text);
  expect(questions).toEqual([
    { question: 'How long?', documentKey: 'a.pdf', excerpt: 'nine days' },
    { question: 'Who pays?', documentKey: 'b.pdf', excerpt: null },
  ]);
  expect(readQuestions(writeQuestions(questions))).toEqual(questions);
});

test.each([
  ['How long? | a.pdf\n\n  no document \nWho pays?', { line: 3, text: 'no document' }],
  [' | a.pdf', { line: 1, text: '| a.pdf' }],
  ['How long? | a.pdf\n\n', undefined],
  ['', undefined],
])('the first line of %j that would be lost is %j', (text, line) => {
  expect(findUnreadLine(text)).toEqual(line);
});
