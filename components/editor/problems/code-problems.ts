'use client';
import type { CodeProblem } from '#components/code-editor/code-editor-props.ts';
import { useFixText } from '#components/editor/problems/fix-buttons.tsx';
import { useProblemText } from '#components/ui/use-problem-text.ts';
import { positionOf } from '#lib/expression/expression-error.ts';
import { faultySpan } from '#lib/workflow/faulty-span.ts';
import type { Fix } from '#lib/workflow/fixes/fix.ts';
import type { Problem } from '#lib/workflow/problem.ts';

type Place = Pick<CodeProblem, 'line' | 'column' | 'endColumn'>;

/** A problem as a code editor shows it: at its place, with its hint, and with what mends it. */
export function useCodeProblem(apply: (fix: Fix) => void): (problem: Problem, place: Place) => CodeProblem {
  const wordsOf = useProblemText();
  const wordFix = useFixText();
  return (problem, place) => {
    const { message, hint } = wordsOf(problem);
    return {
      ...place,
      message: hint === undefined ? message : `${message}\n${hint}`,
      isError: problem.severity === 'error',
      fixes: problem.fixes?.map((fix) => ({ title: wordFix(fix), run: () => apply(fix) })),
    };
  };
}

/** Where in the text of its field a problem is; undefined when it does not say. */
export function placeInText(problem: Problem, text: string): Place | undefined {
  const span = faultySpan(problem, text);
  if (!span) return undefined;
  const { line, column } = positionOf(text, span.from);
  return { line, column, endColumn: column + Math.max(1, span.to - span.from) };
}
