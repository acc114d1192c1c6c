'use client';
import { type SubmitEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { apiClient } from '#components/data/api-client.ts';
import { SettingRow } from '#components/pages/settings/setting-row.tsx';
import { useSettingChange } from '#components/pages/settings/use-changeable-settings.ts';
import { Button } from '#components/ui/button.tsx';
import { TextInput } from '#components/ui/text-input.tsx';
import type { ChangeableSettings } from '#lib/api/changeable-settings.ts';

type RetentionSettingProps = {
  id: 'days' | 'runsOfWorkflow';
  setting: ChangeableSettings['retentionDays'];
  max: number;
};

/** A limit on how many runs are kept. An empty field is no limit. */
export function RetentionSetting({ id, setting, max }: RetentionSettingProps) {
  const t = useTranslations('changeable.retention');
  const { isBusy, problem, run } = useSettingChange();
  const stored = setting.value === null ? '' : String(setting.value);
  const [text, setText] = useState(stored);
  const [isWrong, setIsWrong] = useState(false);
  const isLocked = setting.source === 'file';

  async function save(event: SubmitEvent) {
    event.preventDefault();
    const limit = text.trim() === '' ? null : Number(text);
    const isRight = limit === null || (Number.isInteger(limit) && limit >= 1 && limit <= max);
    setIsWrong(!isRight);
    if (isRight) await run(() => apiClient.setRetention({ body: { [id]: limit } }));
  }

  return (
    <SettingRow
      id={`retention-${id}`}
      title={t(`${id}.title`)}
      help={t(`${id}.help`)}
      setting={setting}
      problem={isWrong ? t('wrong', { max }) : problem}
    >
      <form onSubmit={save} noValidate className="flex max-w-64 gap-2">
        <TextInput
          aria-labelledby={`retention-${id}`}
          aria-invalid={isWrong}
          value={text}
          readOnly={isLocked}
          inputMode="numeric"
          autoComplete="off"
          placeholder={t('noLimit')}
          onChange={(event) => setText(event.target.value)}
        />
        {isLocked ? null : (
          <Button type="submit" size="large" aria-disabled={isBusy || text.trim() === stored || undefined}>
            {t('save')}
          </Button>
        )}
      </form>
    </SettingRow>
  );
}
