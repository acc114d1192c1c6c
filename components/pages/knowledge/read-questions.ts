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

/** The first line without a question or a document, from 1, which would be lost. */
export function findUnreadLine(text: string): { readonly line: number; readonly text: string } | undefined {
  const lines = text.split('\n');
  const index = lines.findIndex((line) => line.trim() !== '' && readQuestions(line).length === 0);
  return index < 0 ? undefined : { line: index + 1, text: lines[index]?.trim() ?? '' };
}

export function writeQuestions(questions: readonly KnowledgeQuestion[]): string {
  return questions
    .map(({ question, documentKey, excerpt }) => [question, documentKey, ...(excerpt === null ? [] : [excerpt])].join(' | '))
    .join('\n');
}
