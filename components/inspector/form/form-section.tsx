'use client';
import { ChevronRight } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { ProblemMark } from '#components/ui/problem-mark.tsx';
import type { Problem } from '#lib/workflow/problem.ts';
import { problemLevel, problemLevels } from '#lib/workflow/problem-level.ts';

type FormSectionProps = {
  title: string;
  /** What is set in it, in a few words. */
  summary?: string | undefined;
  problems?: readonly Problem[];
  children: ReactNode;
};

/** A part of a form that unfolds. While it is folded it says what is wrong inside; what is wrong at first opens it. */
export function FormSection({ title, summary, problems = [], children }: FormSectionProps) {
  const [isOpen, setIsOpen] = useState(problems.length > 0);
  const levels = problems.map(problemLevel);
  const worst = problemLevels.find((level) => levels.includes(level));
  return (
    <section className="grid min-w-0 border-t border-line-1">
      <h3>
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
          className="flex h-8 w-full min-w-0 items-center gap-1.5 px-3 text-left hover:bg-hover"
        >
          <ChevronRight size={12} aria-hidden="true" className={`shrink-0 text-ink-3 ${isOpen ? 'rotate-90' : ''}`} />
          <span className="shrink-0 font-title">{title}</span>
          {isOpen || !worst ? null : <ProblemMark level={worst} isNamed />}
          <span className="grow" />
          {isOpen ? null : <span className="min-w-0 truncate text-meta text-ink-3">{summary}</span>}
        </button>
      </h3>
      {isOpen ? <div className="grid gap-3 px-3 pt-1 pb-4">{children}</div> : null}
    </section>
  );
}
