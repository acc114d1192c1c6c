'use client';
import { useTranslations } from 'use-intl';
import { apiClient } from '#components/data/api-client.ts';
import { useAnswer } from '#components/data/use-answer.ts';
import { FieldFrame, type FieldProps } from '#components/inspector/field/field-frame.tsx';
import { plainText } from '#components/inspector/field/field-text.ts';
import { useFormScope } from '#components/inspector/field/form-scope.tsx';
import { RemoveButton } from '#components/inspector/form/list-fields.tsx';
import { Select } from '#components/ui/select.tsx';

/** A choice of the skills of the workspace; empty stands for all of them. */
export function SkillsField(props: FieldProps) {
  const { path, value } = props;
  const t = useTranslations('inspector');
  const { edit } = useFormScope();
  const skills = useAnswer('skills', (_, signal) => apiClient.listSkills({ signal }))?.items;
  const names = Array.isArray(value) ? value.map(plainText) : [];
  const titleOf = (name: string) => skills?.find((skill) => skill.name === name)?.title;
  const set = (left: readonly string[]) => edit(path, left.length === 0 ? undefined : [...left]);
  return (
    <FieldFrame {...props} isGroup>
      {(control) => (
        <div className="grid gap-1">
          <ul className="grid gap-1">
            {names.map((name) => (
              <li key={name} className="flex min-h-6 items-center gap-2">
                <span className="min-w-0 grow truncate">
                  {titleOf(name) ?? name} <code className="text-meta text-ink-3">{name}</code>
                </span>
                {skills && titleOf(name) === undefined ? (
                  <span className="shrink-0 text-meta text-failed">{t('unlistedSkill')}</span>
                ) : null}
                <RemoveButton label={t('removeSkill', { name })} onRemove={() => set(names.filter((other) => other !== name))} />
              </li>
            ))}
          </ul>
          <Select
            id={control.id}
            aria-label={t('addSkill')}
            value=""
            onChange={(event) => event.target.value !== '' && set([...names, event.target.value])}
          >
            <option value="">{names.length === 0 ? t('allSkills') : t('addSkill')}</option>
            {skills
              ?.filter(({ name, isUsable }) => isUsable && !names.includes(name))
              .map(({ name, title }) => (
                <option key={name} value={name}>
                  {title === name ? name : `${title} (${name})`}
                </option>
              ))}
          </Select>
          {skills?.length === 0 ? (
            <p className="text-meta text-ink-2">
              <a href="/skills" className="text-accent underline">
                {t('noSkills')}
              </a>
            </p>
          ) : null}
        </div>
      )}
    </FieldFrame>
  );
}
