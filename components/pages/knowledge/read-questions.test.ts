import { expect, test } from 'vitest';
import { readQuestions, writeQuestions } from './read-questions.ts';

test('a line is a question; lines without a document are omitted', () => {
  const text = 'How long? | a.pdf | nine days\n\nWho pays? | b.pdf\nno document\n';
  const questions = readQuestions(text);
  expect(questions).toEqual([
    { question: 'How long?', documentKey: 'a.pdf', excerpt: 'nine days' },
    { question: 'Who pays?', documentKey: 'b.pdf', excerpt: null },
  ]);
  expect(readQuestions(writeQuestions(questions))).toEqual(questions);
});
