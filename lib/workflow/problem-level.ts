import type { Problem } from './problem.ts';

/** How the studio shows a problem. `unfilled` prevents a run too, but nothing wrong was entered. */
export type ProblemLevel = Problem['severity'] | 'unfilled';

/** The most urgent level first. */
export const problemLevels = ['error', 'unfilled', 'warning'] as const satisfies readonly ProblemLevel[];

/** Something that is still to fill in, such as an empty required field, is no mistake yet. */
export function problemLevel({ code, severity }: Pick<Problem, 'code' | 'severity'>): ProblemLevel {
  return code === 'missing-field' || code === 'container-empty' ? 'unfilled' : severity;
}
