'use client';
import { GraduationCap } from 'lucide-react';
import { useTranslations } from 'use-intl';
import type { ActiveSkillState } from '#lib/run/run-state.ts';

/** The skill that was active in a node during the displayed run. Second line of the node on the canvas. */
export function NodeSkill({ skill: { skill, title } }: { skill: ActiveSkillState }) {
  const t = useTranslations('activeSkill');
  return (
    <span data-skill={skill} title={t('onNode', { title })} className="flex min-w-0 shrink-0 items-center gap-1 text-accent">
      <GraduationCap size={12} strokeWidth={1.7} aria-label={t('title')} className="shrink-0" />
      <span className="max-w-24 truncate">{title}</span>
    </span>
  );
}
