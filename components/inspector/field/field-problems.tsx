'use client';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { FixButtons } from '#components/editor/problems/fix-buttons.tsx';
import type { FieldReading } from '#components/inspector/field/field-text.ts';
import { ProblemMark } from '#components/ui/problem-mark.tsx';
import { useProblemText } from '#components/ui/use-problem-text.ts';
import { Ways } from '#components/ui/ways.tsx';
import type { Problem } from '#lib/workflow/problem.ts';
import { type ProblemLevel, problemLevel } from '#lib/workflow/problem-level.ts';

type FieldProblemsProps = {
  id?: string;
  /** Why the typed text was not applied. */
  typed?: Extract<FieldReading, { problem: unknown }> | undefined;
  problems: readonly Problem[];
  /** A text that is next to the field already. */
  help?: string | undefined;
  /** Shows what is to fill in as such, not as an error. */
  isCalm?: boolean;
};

/** What is wrong with a field, and what to do about it. */
export function FieldProblems({ id, typed, problems, help, isCalm = false }: FieldProblemsProps) {
  const t = useTranslations('inspector.problems');
  const wordsOf = useProblemText();
  if (!typed && problems.length === 0) return null;
  return (
    <ul id={id} className="grid gap-1">
      {typed ? <Line level="error" message={t(typed.problem, typed.values)} hint={undefined} /> : null}
      {problems.map((problem) => (
        <Line
          key={`${problem.path} ${problem.code} ${problem.at?.line} ${problem.at?.column} ${problem.message}`}
          level={isCalm ? problemLevel(problem) : problem.severity}
          {...withoutHelp(wordsOf(problem), help)}
        >
          <FixButtons fixes={problem.fixes} />
        </Line>
      ))}
    </ul>
  );
}

/** Does not repeat a text that is next to the field already. */
function withoutHelp({ message, hint }: { message: string; hint: string | undefined }, help: string | undefined) {
  return { message, hint: hint === help ? undefined : hint };
}

const looks = { error: 'text-failed', warning: 'text-waiting', unfilled: 'text-ink-2' } as const;

type LineProps = { level: ProblemLevel; message: string; hint: string | undefined; children?: ReactNode };

function Line({ level, message, hint, children }: LineProps) {
  return (
    <li className={`flex items-start gap-1 text-meta ${looks[level]}`}>
      <span className="grid h-4 shrink-0 place-items-center">
        <ProblemMark level={level} isNamed />
      </span>
      <span className="min-w-0 wrap-anywhere">
        {message}
        {hint === undefined ? null : <span className="block text-ink-2">{hint}</span>}
        <Ways of={[message, hint]} />
        {children}
      </span>
    </li>
  );
}
