'use client';
import { Popover } from 'radix-ui';
import { type SyntheticEvent, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { useEditor } from '#components/editor/document/use-editor.tsx';
import { ProblemRow } from '#components/editor/problems/problem-row.tsx';
import { useShowProblem } from '#components/editor/problems/use-show-problem.ts';
import { ProblemMark } from '#components/ui/problem-mark.tsx';
import type { ProblemLevel } from '#lib/workflow/problem-level.ts';
import type { NodeId } from '#lib/workflow/workflow.ts';

type NodeProblemsProps = { nodeId: NodeId; level: ProblemLevel; onClose: () => void };

/** The problems of a node on the canvas, at its mark. */
export function NodeProblems({ nodeId, level, onClose }: NodeProblemsProps) {
  const t = useTranslations('editor.problems');
  const all = useEditor((state) => state.problems);
  const problems = all.filter((problem) => problem.nodeId === nodeId);
  const { show } = useShowProblem();
  const focusProblem = useRef<() => void>(undefined);
  const anchor = useRef<HTMLSpanElement>(null);
  function onCloseAutoFocus(event: Event) {
    if (focusProblem.current) event.preventDefault();
    focusProblem.current?.();
  }
  /** The mark itself closes what it has opened. */
  function onInteractOutside(event: Event) {
    const mark = anchor.current?.parentElement;
    if (event.target instanceof Node && mark?.contains(event.target)) event.preventDefault();
  }
  return (
    <Popover.Root defaultOpen onOpenChange={onClose}>
      <Popover.Anchor asChild>
        <span ref={anchor} className="grid place-items-center">
          <ProblemMark level={level} />
        </span>
      </Popover.Anchor>
      <Popover.Portal>
        <Popover.Content
          aria-label={t('title')}
          sideOffset={6}
          collisionPadding={8}
          onCloseAutoFocus={onCloseAutoFocus}
          onInteractOutside={onInteractOutside}
          {...handledHere}
          className="nodrag nopan nowheel z-20 max-h-[60vh] w-[min(360px,90vw)] overflow-y-auto rounded-menu bg-raised py-1 shadow-menu"
        >
          <ul>
            {problems.map((problem, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: problems have no ids; the list is recomputed each time
              <li key={index}>
                <ProblemRow
                  problem={problem}
                  onShow={() => {
                    focusProblem.current = show(problem);
                    onClose();
                  }}
                />
              </li>
            ))}
          </ul>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

const stop = (event: SyntheticEvent) => event.stopPropagation();
/** React passes events of a portal to the node that it belongs to, which would be selected or dragged. */
const handledHere = { onClick: stop, onDoubleClick: stop, onMouseDown: stop, onPointerDown: stop, onKeyDown: stop };
