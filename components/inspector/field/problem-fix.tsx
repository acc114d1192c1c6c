'use client';
import { WandSparkles } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { fixReference, meantReference } from '#components/inspector/field/fix-reference.ts';
import { useFormScopeIfAny, useFormValue } from '#components/inspector/field/form-scope.tsx';
import { keysOf } from '#components/inspector/field/keys-of-path.ts';
import { valueAtPath } from '#components/inspector/field/set-at-path.ts';
import { Button } from '#components/ui/button.tsx';
import type { Problem } from '#lib/workflow/problem.ts';

/** Puts what was probably meant in the place of a reference to nothing. Nothing where the problem is another one. */
export function ProblemFix({ problem }: { problem: Problem }) {
  const t = useTranslations('inspector');
  const scope = useFormScopeIfAny();
  const value = useFormValue();
  const { at, path = '' } = problem;
  const meant = meantReference(problem);
  const [, ...keys] = keysOf(path);
  const text = valueAtPath(value, keys);
  if (!scope || meant === undefined || !at || typeof text !== 'string') return null;
  const fixed = fixReference(text, at, meant);
  if (fixed === undefined) return null;
  return (
    <Button onClick={() => scope.edit(keys, fixed)} className="mt-0.5 flex! h-5! w-fit px-1.5! text-meta! text-ink-1!">
      <WandSparkles size={11} aria-hidden="true" />
      {t('replaceWith', { reference: meant })}
    </Button>
  );
}
