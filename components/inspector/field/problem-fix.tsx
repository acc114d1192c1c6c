'use client';
import { WandSparkles } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { fixReference, suggestedReference } from '#components/inspector/field/fix-reference.ts';
import { useFormScopeIfAny, useFormValue } from '#components/inspector/field/form-scope.tsx';
import { keysOf } from '#components/inspector/field/keys-of-path.ts';
import { valueAtPath } from '#components/inspector/field/set-at-path.ts';
import { Button } from '#components/ui/button.tsx';
import type { Problem } from '#lib/workflow/problem.ts';

/** A button that replaces an unknown reference by the suggested one; nothing for other problems. */
export function ProblemFix({ problem }: { problem: Problem }) {
  const t = useTranslations('inspector');
  const scope = useFormScopeIfAny();
  const value = useFormValue();
  const { at, path = '' } = problem;
  const suggested = suggestedReference(problem);
  const [, ...keys] = keysOf(path);
  const text = valueAtPath(value, keys);
  if (!scope || suggested === undefined || !at || typeof text !== 'string') return null;
  const fixed = fixReference(text, at, suggested);
  if (fixed === undefined) return null;
  return (
    <Button onClick={() => scope.edit(keys, fixed)} className="mt-0.5 flex! h-5! w-fit px-1.5! text-meta! text-ink-1!">
      <WandSparkles size={11} aria-hidden="true" />
      {t('replaceWith', { reference: suggested })}
    </Button>
  );
}
