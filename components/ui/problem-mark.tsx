'use client';
import { useTranslations } from 'use-intl';
import type { Problem } from '#lib/workflow/problem.ts';

type ProblemMarkProps = {
  severity: Problem['severity'];
  /** Labels the mark itself; otherwise a text next to it does. */
  isNamed?: boolean;
};

/** An octagon for what stops a run, a triangle for what does not. */
export function ProblemMark({ severity, isNamed = false }: ProblemMarkProps) {
  const t = useTranslations('editor.problems');
  const isError = severity === 'error';
  return (
    <svg
      width="12"
      height="12"
      viewBox="0 0 12 12"
      role={isNamed ? 'img' : undefined}
      aria-label={isNamed ? t(severity) : undefined}
      aria-hidden={isNamed ? undefined : true}
      className={`shrink-0 ${isError ? 'text-failed' : 'text-waiting'}`}
    >
      <path
        d={isError ? 'M3.8 1h4.4L11 3.8v4.4L8.2 11H3.8L1 8.2V3.8Z' : 'M6 1.2 11.2 10.6H.8Z'}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.3"
        strokeLinejoin="round"
      />
      <path
        d={isError ? 'M6 3.6v2.8M6 8.2v.2' : 'M6 4.8v2.6M6 8.9v.2'}
        stroke="currentColor"
        strokeWidth="1.4"
        strokeLinecap="round"
      />
    </svg>
  );
}
