'use client';
import { useId } from 'react';
import { useTranslations } from 'use-intl';
import type { ModelDraft } from '#components/pages/models/model-draft.ts';
import { Checkbox } from '#components/ui/checkbox.tsx';
import { Field } from '#components/ui/field.tsx';
import { Segmented } from '#components/ui/segmented.tsx';
import { Select } from '#components/ui/select.tsx';
import { TextInput } from '#components/ui/text-input.tsx';
import { useOptionWords } from '#components/ui/use-option-words.ts';
import { reasoningEffortSchema } from '#lib/interaction/reasoning-effort.ts';

const numbers = ['contextTokens', 'maxOutputTokens', 'temperature', 'timeoutS', 'priceCached'] as const;

type MoreModelFieldsProps = {
  draft: ModelDraft;
  problems: Readonly<Partial<Record<string, string>>>;
  fieldId: (key: keyof ModelDraft) => string;
  onChange: (change: Partial<ModelDraft>) => void;
};

/** Settings whose defaults suit most models. */
export function MoreModelFields({ draft, problems, fieldId, onChange }: MoreModelFieldsProps) {
  const wordOf = useOptionWords();
  const t = useTranslations('models');
  const toolsId = useId();
  return (
    <div className="grid gap-3">
      <div className="grid grid-cols-2 gap-3 md:grid-cols-4">
        {numbers.map((key) => (
          <Field key={key} id={fieldId(key)} label={t(`fields.${key}`)} isRequired={false} error={problems[key]}>
            {(control) => (
              <TextInput
                {...control}
                value={draft[key]}
                inputMode="decimal"
                autoComplete="off"
                onChange={(event) => onChange({ [key]: event.target.value })}
                className="num"
              />
            )}
          </Field>
        ))}
        <Field
          id={fieldId('reasoningEffort')}
          label={t('fields.reasoningEffort')}
          isRequired={false}
          error={problems.reasoningEffort}
        >
          {(control) => (
            <Select
              {...control}
              value={draft.reasoningEffort}
              onChange={({ target }) => onChange({ reasoningEffort: reasoningEffortOf(target.value) })}
            >
              <option value="">{t('providerDefault')}</option>
              {reasoningEffortSchema.options.map((effort) => (
                <option key={effort} value={effort}>
                  {wordOf(effort)}
                </option>
              ))}
            </Select>
          )}
        </Field>
      </div>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        {(['canStream', 'canSee'] as const).map((key) => (
          <span key={key} className="flex items-center gap-1">
            <Checkbox
              id={fieldId(key)}
              checked={draft[key]}
              onCheckedChange={(isChecked) => onChange({ [key]: isChecked === true })}
            />
            <label htmlFor={fieldId(key)}>{t(`fields.${key}`)}</label>
          </span>
        ))}
        <span className="flex items-center gap-2">
          <span id={toolsId}>{t('fields.tools')}</span>
          <Segmented
            label={t('fields.tools')}
            value={draft.tools}
            options={(['native', 'prompt'] as const).map((value) => ({ value, label: t(`toolsBy.${value}`) }))}
            onChange={(tools) => onChange({ tools })}
          />
        </span>
      </div>
    </div>
  );
}

function reasoningEffortOf(text: string): ModelDraft['reasoningEffort'] {
  return reasoningEffortSchema.options.find((effort) => effort === text) ?? '';
}
