'use client';
import { Check, TriangleAlert } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { Segmented } from '#components/ui/segmented.tsx';
import { Tag } from '#components/ui/tag.tsx';
import type { RunPlanResource } from '#lib/api/forks.contract.ts';
import type { EffectChoice } from '#lib/run/run-plan.ts';

type Effect = RunPlanResource['effects'][number];
type PlanEffectsProps = {
  effects: readonly Effect[];
  nameOf: (nodeId: string) => string;
  /** Whether a node is inside a container. */
  isInside: (nodeId: string) => boolean;
  onChoose: (nodeId: string, choice: EffectChoice) => void;
};

/** The side effects of a planned run, repeated ones first, with a choice for each. Empty without any. */
export function PlanEffects({ effects, ...rest }: PlanEffectsProps) {
  const t = useTranslations('fork.effects');
  if (effects.length === 0) return null;
  const redone = effects.filter(({ choice }) => choice === 'redo');
  const again = redone.filter(({ hasHappened }) => hasHappened);
  const sorted = effects.toSorted((a, b) => Number(b.hasHappened) - Number(a.hasHappened));
  const isSafe = redone.length === 0;
  const Icon = isSafe ? Check : TriangleAlert;
  return (
    <section
      data-part="plan-effects"
      aria-labelledby="plan-effects-title"
      className={`mx-3 mb-3 overflow-hidden rounded-control border ${isSafe ? 'border-line-2' : 'border-waiting-line'}`}
    >
      <h3
        id="plan-effects-title"
        className={`flex min-h-7 items-center gap-1.5 border-b px-2 py-1 font-title ${isSafe ? 'border-line-2 bg-sunken text-ink-2' : 'border-waiting-line bg-waiting-bg text-waiting'}`}
      >
        <Icon size={13} aria-hidden="true" className="shrink-0" />
        {isSafe ? t('none') : again.length > 0 ? t('again', { count: again.length }) : t('first', { count: redone.length })}
      </h3>
      <ul className="bg-raised py-0.5">
        {sorted.map((effect) => (
          <EffectRow key={effect.nodeId} {...rest} effect={effect} />
        ))}
      </ul>
    </section>
  );
}

function EffectRow({ effect, nameOf, isInside, onChoose }: Omit<PlanEffectsProps, 'effects'> & { effect: Effect }) {
  const t = useTranslations('fork.effects');
  const { nodeId, names, hasHappened, choice, canReuse } = effect;
  const name = nameOf(nodeId);
  const choices = (['redo', ...(canReuse ? (['reuse'] as const) : []), 'skip'] as const).map((value) => ({
    value,
    label: value === 'redo' && !hasHappened ? t('choices.do') : t(`choices.${value}`),
  }));
  return (
    <li data-effect={nodeId} data-choice={choice} className="grid gap-1 px-2 py-1">
      <div className="flex min-h-6 items-center gap-2">
        <span className="min-w-0 shrink truncate font-strong">{name}</span>
        <code className="min-w-0 grow truncate text-meta text-ink-2" title={names.join(', ')}>
          {names.join(', ')}
        </code>
        {hasHappened && choice === 'redo' ? <Tag look="waiting">{t('once')}</Tag> : null}
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <Segmented label={t('choose', { name })} value={choice} options={choices} onChange={(next) => onChoose(nodeId, next)} />
        <span className="min-w-0 grow text-meta text-ink-3">
          {hasHappened && !canReuse && isInside(nodeId) ? t('inside') : choice === 'skip' ? t('skipNote') : null}
        </span>
      </div>
    </li>
  );
}
