'use client';
import { useEffect, useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import { apiClient } from '#components/data/api-client.ts';
import { Select } from '#components/ui/select.tsx';
import { useStableCall } from '#components/ui/use-stable-call.ts';
import { ANY_SKILL } from '#lib/agents/skill-modes.ts';
import { visibleText } from '#lib/i18n/visible-text.ts';

type Skill = { readonly name: string; readonly title: string };
type SkillChoiceProps = {
  /** Names of skills, or `*` for all. Nothing is shown where there are none. */
  readonly among: readonly string[];
  /** Undefined: the messages decide which skill is active. */
  readonly value: string | undefined;
  readonly onChange: (name: string | undefined) => void;
  readonly onProblem: (error: unknown) => void;
};

/** The skill that is active from the first turn of a new session. */
export function SkillChoice({ among, value, onChange, onProblem }: SkillChoiceProps) {
  const t = useTranslations('sessions');
  const id = useId();
  const skills = useEnabledSkills(among.length > 0, onProblem);
  const offered = skills.filter(({ name }) => among.includes(ANY_SKILL) || among.includes(name));
  if (offered.length === 0) return null;
  return (
    <div className="flex shrink-0 items-center gap-2 border-b border-line-1 px-4 py-1.5 text-ink-2" data-part="skill-choice">
      <label htmlFor={id} className="shrink-0">
        {t('beginWithSkill')}
      </label>
      <span className="w-64 min-w-0">
        <Select
          id={id}
          value={value ?? ''}
          onChange={(event) => onChange(event.target.value === '' ? undefined : event.target.value)}
        >
          <option value="">{t('skillByMessage')}</option>
          {offered.map(({ name, title }) => (
            <option key={name} value={name}>
              {visibleText(title)}
            </option>
          ))}
        </Select>
      </span>
    </div>
  );
}

function useEnabledSkills(isWanted: boolean, onProblem: (error: unknown) => void): readonly Skill[] {
  const [skills, setSkills] = useState<readonly Skill[]>([]);
  const report = useStableCall(onProblem);
  useEffect(() => {
    if (!isWanted) return;
    let isGone = false;
    apiClient
      .listSkills()
      .then(({ items }) => {
        if (!isGone) setSkills(items.filter(({ isEnabled, isUsable }) => isEnabled && isUsable));
      })
      .catch((error: unknown) => {
        if (!isGone) report(error);
      });
    return () => {
      isGone = true;
    };
  }, [isWanted, report]);
  return skills;
}
