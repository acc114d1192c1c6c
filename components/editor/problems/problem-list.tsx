'use client';
import { Popover } from 'radix-ui';
import { useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useEditor } from '#components/editor/document/use-editor.tsx';
import { ProblemRow } from '#components/editor/problems/problem-row.tsx';
import { useShowProblem } from '#components/editor/problems/use-show-problem.ts';
import { Button } from '#components/ui/button.tsx';
import { ProblemCounts } from '#components/ui/problem-counts.tsx';
import type { Problem } from '#lib/workflow/problem.ts';

/** The number of problems, and a list of them on demand; an entry leads to its node. Empty without problems. */
export function ProblemList() {
  const t = useTranslations('editor.problems');
  const problems = useEditor((state) => state.problems);
  const [isOpen, setIsOpen] = useState(false);
  const { show } = useShowProblem();
  const focusProblem = useRef<() => void>(undefined);
  if (problems.length === 0) return null;
  function lead(problem: Problem) {
    focusProblem.current = show(problem);
    setIsOpen(false);
  }
  function onCloseAutoFocus(event: Event) {
    // After an entry the focus is where it leads, not back at the button.
    if (focusProblem.current) event.preventDefault();
    focusProblem.current?.();
    focusProblem.current = undefined;
  }
  return (
    <Popover.Root open={isOpen} onOpenChange={setIsOpen}>
      <Popover.Trigger asChild>
        <Button look="quiet" data-part="problem-count">
          <ProblemCounts problems={problems} />
        </Button>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          aria-label={t('title')}
          align="end"
          onCloseAutoFocus={onCloseAutoFocus}
          sideOffset={6}
          collisionPadding={8}
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
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
