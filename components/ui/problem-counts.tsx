'use client';
import { useTranslations } from 'use-intl';
import { ProblemMark } from '#components/ui/problem-mark.tsx';
import type { Problem } from '#lib/workflow/problem.ts';
import { type ProblemLevel, problemLevel, problemLevels } from '#lib/workflow/problem-level.ts';

type Counted = Pick<Problem, 'code' | 'severity'>;

const countLook = { error: 'text-failed', unfilled: 'text-ink-2', warning: 'text-waiting' } as const;
const countText = { error: 'errors', unfilled: 'unfilledCount', warning: 'warnings' } as const;

/** Numbers of mistakes and of what is to fill in, each if there are any; without both, of warnings. */
export function ProblemCounts({ problems }: { problems: readonly Counted[] }) {
  const t = useTranslations('editor.problems');
  return countsOf(problems).map(({ level, count }) => (
    <span key={level} data-level={level} className={`flex items-center gap-1.5 ${countLook[level]}`}>
      <ProblemMark level={level} />
      {t(countText[level], { count })}
    </span>
  ));
}

function countsOf(problems: readonly Counted[]): readonly { level: ProblemLevel; count: number }[] {
  const countOf = (level: ProblemLevel) => problems.filter((problem) => problemLevel(problem) === level).length;
  const counts = problemLevels.map((level) => ({ level, count: countOf(level) })).filter(({ count }) => count > 0);
  const preventing = counts.filter(({ level }) => level !== 'warning');
  return preventing.length > 0 ? preventing : counts;
}
