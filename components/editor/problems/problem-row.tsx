'use client';
import { useTranslations } from 'use-intl';
import { useNodeName } from '#components/editor/document/use-node-name.ts';
import { FixButtons } from '#components/editor/problems/fix-buttons.tsx';
import { ProblemMark } from '#components/ui/problem-mark.tsx';
import { useProblemText } from '#components/ui/use-problem-text.ts';
import { Ways } from '#components/ui/ways.tsx';
import type { Problem } from '#lib/workflow/problem.ts';
import { problemLevel } from '#lib/workflow/problem-level.ts';

type ProblemRowProps = {
  problem: Problem;
  onShow: () => void;
  onFixed?: () => void;
};

/** A problem that leads to its place, and the buttons that mend it. */
export function ProblemRow({ problem, onShow, onFixed }: ProblemRowProps) {
  const t = useTranslations('editor.problems');
  const nameOf = useNodeName();
  const { nodeId, path } = problem;
  const level = problemLevel(problem);
  const { message, hint } = useProblemText()(problem);
  return (
    <div data-part="problem" className="hover:bg-hover">
      <button
        type="button"
        onClick={onShow}
        className="grid w-full grid-cols-[12px_minmax(0,1fr)] gap-x-2 px-3 py-1.5 text-left focus-visible:-outline-offset-2"
      >
        <span className="pt-0.5">
          <ProblemMark level={level} />
        </span>
        <span className="grid gap-0.5 wrap-anywhere">
          <span className="text-ink-1">
            <span className="sr-only">{t(level)} </span>
            {message}
          </span>
          <span className="text-meta text-ink-3">
            {nodeId === undefined ? null : <span className="mr-1.5 font-strong">{nameOf(nodeId)}</span>}
            {path === undefined ? null : <code className="mr-1.5">{path}</code>}
            {hint}
          </span>
        </span>
      </button>
      <div className="-mt-1 pr-3 pb-1 pl-8 text-meta empty:hidden">
        <Ways of={[message, hint]} />
      </div>
      {problem.fixes ? (
        <div className="-mt-1 pr-3 pb-2 pl-8">
          <FixButtons fixes={problem.fixes} {...(onFixed && { onApplied: onFixed })} />
        </div>
      ) : null}
    </div>
  );
}
