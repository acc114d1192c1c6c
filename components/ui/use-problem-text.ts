'use client';
import { useMessages } from 'use-intl';
import { wordProblem } from '#lib/i18n/word-problem.ts';

type WordedProblem = Parameters<typeof wordProblem>[0];

/** What a problem says in the reader's language, and what to do about it. */
export function useProblemText(): (problem: WordedProblem) => ReturnType<typeof wordProblem> {
  const words = useMessages();
  return (problem) => wordProblem(problem, words);
}
