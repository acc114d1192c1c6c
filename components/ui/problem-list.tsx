'use client';
import { CircleAlert, TriangleAlert } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { useProblemText } from '#components/ui/use-problem-text.ts';
import type { Problem } from '#lib/workflow/problem.ts';

const SHOWN_MAX = 50;

type ShownProblem = Pick<Problem, 'severity' | 'message'> & {
  texts?: Parameters<ReturnType<typeof useProblemText>>[0]['texts'];
  nodeId?: string | undefined;
  path?: string | undefined;
  hint?: string | undefined;
};
type ProblemListProps = {
  problems: readonly ShownProblem[];
  /** Goes to the node at fault; left out where there is no canvas. */
  onShow?: (place: ProblemPlace) => void;
};
type ProblemPlace = { readonly nodeId: string; readonly path?: string };

/** What is wrong with a workflow: what, where, and what to do about it. */
export function ProblemList({ problems, onShow }: ProblemListProps) {
  const t = useTranslations('home');
  const wordsOf = useProblemText();
  const more = problems.length - SHOWN_MAX;
  return (
    <ul className="grid gap-1.5">
      {problems.slice(0, SHOWN_MAX).map((problem, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two problems may say the same, and none has an id
        <li key={index} className="flex items-start gap-1.5">
          <SeverityMark severity={problem.severity} />
          <span className="grid min-w-0 justify-items-start">
            <span className="wrap-anywhere">{wordsOf(problem).message}</span>
            <Place problem={problem} onShow={onShow} />
            {problem.hint ? <span className="text-ink-2 wrap-anywhere">{wordsOf(problem).hint}</span> : null}
          </span>
        </li>
      ))}
      {more > 0 ? <li className="text-ink-3">{t('moreProblems', { count: more })}</li> : null}
    </ul>
  );
}

function SeverityMark({ severity }: Pick<ShownProblem, 'severity'>) {
  const t = useTranslations('home');
  const isError = severity === 'error';
  const Icon = isError ? CircleAlert : TriangleAlert;
  return (
    <span className={`mt-0.5 shrink-0 ${isError ? 'text-failed' : 'text-waiting'}`}>
      <Icon size={12} aria-hidden="true" />
      <span className="sr-only">{t(`severities.${severity}`)}</span>
    </span>
  );
}

function Place({ problem: { nodeId, path }, onShow }: { problem: ShownProblem; onShow: ProblemListProps['onShow'] }) {
  const location = [nodeId, path].filter(Boolean).join(' · ');
  if (location === '') return null;
  if (nodeId === undefined || !onShow) return <code className="text-meta text-ink-3 wrap-anywhere">{location}</code>;
  return (
    <button
      type="button"
      onClick={() => onShow({ nodeId, ...(path !== undefined && { path }) })}
      className="min-h-6 rounded-control text-left text-accent hover:underline"
    >
      <code className="text-meta wrap-anywhere">{location}</code>
    </button>
  );
}
