'use client';
import { Suspense, useRef, useState } from 'react';
import { useEditor } from '#components/editor/document/use-editor.tsx';
import { Button } from '#components/ui/button.tsx';
import { lazyPart } from '#components/ui/lazy-part.tsx';
import { ProblemCounts } from '#components/ui/problem-counts.tsx';

const LazyProblemPopover = lazyPart(async () => (await import('#components/editor/problems/problem-popover.tsx')).ProblemPopover);

/** The number of problems, and a list of them on demand; an entry leads to its node. Empty without problems. */
export function ProblemList() {
  const problems = useEditor((state) => state.problems);
  const [isOpen, setIsOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  if (problems.length === 0) return null;
  return (
    <>
      <Button
        ref={button}
        look="quiet"
        data-part="problem-count"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        <ProblemCounts problems={problems} />
      </Button>
      {isOpen ? (
        <Suspense>
          <LazyProblemPopover anchor={button} problems={problems} onClose={() => setIsOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
