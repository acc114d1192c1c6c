'use client';
import { useTranslations } from 'use-intl';
import type { ProblemLevel } from '#lib/workflow/problem-level.ts';

type ProblemMarkProps = {
  level: ProblemLevel;
  /** Labels the mark itself; otherwise a text next to it does. */
  isNamed?: boolean;
};

type Look = { readonly color: string; readonly outline: string; readonly sign: string };

/** Octagon: prevents a run. Triangle: a warning. Empty field: a required value is missing. */
const looks: Readonly<Record<ProblemLevel, Look>> = {
  error: {
    color: 'text-failed',
    outline: 'M3.8 1h4.4L11 3.8v4.4L8.2 11H3.8L1 8.2V3.8Z',
    sign: 'M6 3.6v2.8M6 8.2v.2',
  },
  warning: { color: 'text-waiting', outline: 'M6 1.2 11.2 10.6H.8Z', sign: 'M6 4.8v2.6M6 8.9v.2' },
  unfilled: {
    color: 'text-ink-3',
    outline: 'M2.2 2.4h7.6a1 1 0 0 1 1 1v5.2a1 1 0 0 1-1 1H2.2a1 1 0 0 1-1-1V3.4a1 1 0 0 1 1-1Z',
    sign: 'M3.7 4.6v2.8',
  },
};

export function ProblemMark({ level, isNamed = false }: ProblemMarkProps) {
  const t = useTranslations('editor.problems');
  const { color, outline, sign } = looks[level];
  return (
    <svg
      width="12"
      height="12"
      viewBox="0 0 12 12"
      role={isNamed ? 'img' : undefined}
      aria-label={isNamed ? t(level) : undefined}
      aria-hidden={isNamed ? undefined : true}
      className={`shrink-0 ${color}`}
    >
      {isNamed ? <title>{t(level)}</title> : null}
      <path d={outline} fill="none" stroke="currentColor" strokeWidth="1.3" strokeLinejoin="round" />
      <path d={sign} stroke="currentColor" strokeWidth="1.4" strokeLinecap="round" />
    </svg>
  );
}
