'use client';
import { type RefObject, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { ProblemRow } from '#components/editor/problems/problem-row.tsx';
import { useShowProblem } from '#components/editor/problems/use-show-problem.ts';
import { AnchoredPopover } from '#components/ui/anchored-popover.tsx';
import type { Problem } from '#lib/workflow/problem.ts';

type ProblemPopoverProps = { anchor: RefObject<HTMLElement | null>; problems: readonly Problem[]; onClose: () => void };

/** All problems of the workflow, below their number; an entry leads to its node. */
export function ProblemPopover({ anchor, problems, onClose }: ProblemPopoverProps) {
  const t = useTranslations('editor.problems');
  const { show } = useShowProblem();
  const focusProblem = useRef<() => void>(undefined);
  function lead(problem: Problem) {
    focusProblem.current = show(problem);
    onClose();
  }
  /** After an entry the focus is where it leads, not back at the button. */
  function onFocusBack(): boolean {
    focusProblem.current?.();
    return focusProblem.current !== undefined;
  }
  return (
    <AnchoredPopover
      anchor={anchor}
      label={t('title')}
      align="end"
      sideOffset={6}
      onClose={onClose}
      onFocusBack={onFocusBack}
      className="z-20 max-h-[60vh] w-[min(420px,90vw)] overflow-y-auto rounded-menu bg-raised py-1 shadow-menu"
    >
      <ul>
        {problems.map((problem, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: problems have no ids; the list is recomputed each time
          <li key={index}>
            <ProblemRow problem={problem} onShow={() => lead(problem)} />
          </li>
        ))}
      </ul>
    </AnchoredPopover>
  );
}
