'use client';
import { TriangleAlert } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { Tag } from '#components/ui/tag.tsx';
import type { RunPlanResource } from '#lib/api/forks.contract.ts';

type PlanEffectsProps = { effects: RunPlanResource['effects']; nameOf: (nodeId: string) => string };

/** What the run would change outside, above all what it would change once more. Nothing where nothing is changed. */
export function PlanEffects({ effects, nameOf }: PlanEffectsProps) {
  const t = useTranslations('fork.effects');
  if (effects.length === 0) return null;
  const again = effects.filter(({ hasHappened }) => hasHappened);
  const others = effects.filter(({ hasHappened }) => !hasHappened);
  return (
    <section
      data-part="plan-effects"
      aria-labelledby="plan-effects-title"
      className="mx-3 mb-3 overflow-hidden rounded-control border border-waiting-line"
    >
      <h3
        id="plan-effects-title"
        className="flex min-h-7 items-center gap-1.5 border-b border-waiting-line bg-waiting-bg px-2 py-1 font-title text-waiting"
      >
        <TriangleAlert size={13} aria-hidden="true" className="shrink-0" />
        {again.length > 0 ? t('again', { count: again.length }) : t('first', { count: others.length })}
      </h3>
      <ul className="bg-raised py-0.5">
        {[...again, ...others].map(({ nodeId, names, hasHappened }) => (
          <li key={nodeId} data-effect={nodeId} className="flex min-h-6 items-center gap-2 px-2">
            <span className="shrink-0 font-strong">{nameOf(nodeId)}</span>
            <code className="min-w-0 grow truncate text-meta text-ink-2" title={names.join(', ')}>
              {names.join(', ')}
            </code>
            {hasHappened ? <Tag look="waiting">{t('once')}</Tag> : null}
          </li>
        ))}
      </ul>
    </section>
  );
}
