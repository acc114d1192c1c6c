import type { KnowledgeQuestion } from '#lib/api/knowledge-questions.contract.ts';

/** One question on each line: question | key of the document | part of the passage. */
export function readQuestions(text: string): KnowledgeQuestion[] {
  return text
    .split('\n')
    .map((line) => line.split('|').map((part) => part.trim()))
    .flatMap(([question = '', documentKey = '', excerpt = '']) =>
      question === '' || documentKey === '' ? [] : [{ question, documentKey, excerpt: excerpt === '' ? null : excerpt }],
    );
}

export function writeQuestions(questions: readonly KnowledgeQuestion[]): string {
  return questions
    .map(({ question, documentKey, excerpt }) => [question, documentKey, ...(excerpt === null ? [] : [excerpt])].join(' | '))
    .join('\n');
}
