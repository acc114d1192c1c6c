'use client';
import { FlaskConical } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Tag } from '#components/ui/tag.tsx';
import { TextInput } from '#components/ui/text-input.tsx';
import type { SkillResource } from '#lib/api/skills.contract.ts';

/** From so many on, the list can be searched. */
const MANY = 8;

type SkillListProps = {
  skills: readonly SkillResource[];
  chosen: string | undefined;
  isTesting: boolean;
  onChoose: (name: string) => void;
  onTest: () => void;
};

export function SkillList({ skills, chosen, isTesting, onChoose, onTest }: SkillListProps) {
  const t = useTranslations('skills');
  const [filter, setFilter] = useState('');
  const wanted = filter.trim().toLowerCase();
  const shown = skills.filter(({ name, title, description }) => `${name} ${title} ${description}`.toLowerCase().includes(wanted));
  const row =
    'w-full border-b border-line-1 px-3 py-2 text-left outline-offset-[-2px] hover:bg-hover aria-[current=true]:bg-accent-bg';
  return (
    <nav aria-label={t('list')} className="min-h-0 overflow-y-auto border-line-1 pb-4 md:border-r">
      <button
        type="button"
        aria-current={isTesting ? 'true' : undefined}
        onClick={onTest}
        className={`${row} flex items-center gap-2 font-strong`}
      >
        <FlaskConical size={14} aria-hidden="true" className="shrink-0 text-accent" />
        {t('test')}
      </button>
      {skills.length >= MANY ? (
        <div className="border-b border-line-1 p-2">
          <TextInput
            type="search"
            aria-label={t('search')}
            placeholder={t('search')}
            value={filter}
            onChange={(event) => setFilter(event.target.value)}
          />
        </div>
      ) : null}
      <ul>
        {shown.map((skill) => (
          <li key={skill.name}>
            <button
              type="button"
              data-skill={skill.name}
              aria-current={skill.name === chosen ? 'true' : undefined}
              onClick={() => onChoose(skill.name)}
              className={`${row} grid gap-0.5`}
            >
              <span className="flex min-w-0 items-center justify-between gap-2">
                <span className={`truncate font-strong ${skill.isEnabled ? '' : 'text-ink-3'}`}>{skill.title}</span>
                <StateTag skill={skill} />
              </span>
              <span className="flex min-w-0 items-baseline justify-between gap-2 text-meta text-ink-3">
                <code className="truncate">{skill.name}</code>
                <span className="shrink-0">{t(`sources.${skill.source}`)}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
      {shown.length === 0 && skills.length > 0 ? <p className="px-3 py-2 text-ink-3">{t('noneFound')}</p> : null}
    </nav>
  );
}

function StateTag({ skill: { isUsable, isEnabled, problems } }: { skill: SkillResource }) {
  const t = useTranslations('skills');
  if (!isUsable) return <Tag look="failed">{t('broken')}</Tag>;
  if (!isEnabled) return <Tag>{t('off')}</Tag>;
  return problems.length > 0 ? <Tag look="waiting">{t('advice', { count: problems.length })}</Tag> : null;
}
