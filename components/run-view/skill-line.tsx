'use client';
import { GraduationCap } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { Tag } from '#components/ui/tag.tsx';
import { visibleText } from '#lib/i18n/visible-text.ts';
import type { ActiveSkillState } from '#lib/run/run-state.ts';

/** The skill that a conversation with a model followed: score, reason, and tools that it lacked. */
export function SkillLine({ skill: active }: { skill: ActiveSkillState }) {
  const t = useTranslations('activeSkill');
  const { skill, title, version, score, by, reason, missingTools = [] } = active;
  return (
    <section aria-label={t('title')} data-skill={skill} className="grid min-w-0 gap-1 rounded-md border border-line-1 px-2 py-1">
      <p className="flex min-w-0 flex-wrap items-center gap-x-2">
        <GraduationCap size={14} aria-hidden="true" className="shrink-0 text-accent" />
        <span className="min-w-0 font-strong wrap-anywhere">{visibleText(title)}</span>
        <code className="text-meta text-ink-3">
          {skill} {version}
        </code>
        <Tag>{t(`by.${by}`)}</Tag>
        <span className="num ml-auto text-meta text-ink-2">{score.toFixed(2)}</span>
      </p>
      {reason ? <p className="text-meta text-ink-3 wrap-anywhere">{visibleText(reason)}</p> : null}
      {missingTools.length > 0 ? (
        <p className="text-meta text-waiting wrap-anywhere">{t('missing', { tools: missingTools.join(', ') })}</p>
      ) : null}
    </section>
  );
}
