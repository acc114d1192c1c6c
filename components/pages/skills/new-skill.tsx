'use client';
import { type FormEvent, useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import { apiClient } from '#components/data/api-client.ts';
import { useChange } from '#components/data/use-change.ts';
import { Button } from '#components/ui/button.tsx';
import { Field } from '#components/ui/field.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { TextInput } from '#components/ui/text-input.tsx';

/** Makes a skill with all its sections, to be filled in. */
export function NewSkill({ onCreated, onCancel }: { onCreated: (name: string) => Promise<void>; onCancel: () => void }) {
  const t = useTranslations('skills');
  const prefix = useId();
  const [name, setName] = useState('');
  const { isBusy, problem, run } = useChange();
  async function create(event: FormEvent) {
    event.preventDefault();
    await run(async () => {
      await apiClient.createSkill({ body: { name } });
      await onCreated(name);
    });
  }
  return (
    <form onSubmit={(event) => void create(event)} className="grid max-w-140 content-start gap-3 p-4">
      <h2 className="text-name font-title">{t('addTitle')}</h2>
      <p className="text-ink-2">{t('addText')}</p>
      <Field id={`${prefix}-name`} label={t('name')} isRequired help={t('nameHelp')}>
        {(control) => (
          <TextInput
            {...control}
            required
            maxLength={64}
            pattern="[a-z0-9]([a-z0-9_\-]*[a-z0-9])?"
            placeholder={t('namePlaceholder')}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        )}
      </Field>
      {problem === undefined ? null : <Notice title={t('notDone')}>{problem}</Notice>}
      <div className="flex gap-2">
        <Button type="submit" look="primary" aria-disabled={isBusy || undefined}>
          {t('create')}
        </Button>
        <Button onClick={onCancel}>{t('cancel')}</Button>
      </div>
    </form>
  );
}
