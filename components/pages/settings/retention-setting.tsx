'use client';
import { useTranslations } from 'use-intl';
import { apiClient } from '#components/data/api-client.ts';
import { useEntryForm } from '#components/data/use-entry-form.ts';
import { SettingRow } from '#components/pages/settings/setting-row.tsx';
import { useSettingsAnswer } from '#components/pages/settings/use-changeable-settings.ts';
import { Button } from '#components/ui/button.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import type { ChangeableSettings } from '#lib/api/changeable-settings.ts';

type RetentionSettingProps = {
  id: 'days' | 'runsOfWorkflow';
  setting: ChangeableSettings['retentionDays'];
  max: number;
};

/** A limit on how many runs are kept. An empty field is no limit. */
export function RetentionSetting({ id, setting, max }: RetentionSettingProps) {
  const t = useTranslations('changeable.retention');
  const keep = useSettingsAnswer();
  const stored = setting.value === null ? '' : String(setting.value);
  const form = useEntryForm<{ readonly limit: string }, ChangeableSettings>({
    first: { limit: stored },
    problemsOf: ({ limit }) => (isLimit(limit, max) ? {} : { limit: t('wrong', { max }) }),
    onlyField: 'limit',
    send: ({ limit }) => apiClient.setRetention({ body: { [id]: limit.trim() === '' ? null : Number(limit) } }),
    onSaved: keep,
  });
  const isLocked = setting.source === 'file';

  return (
    <SettingRow id={`retention-${id}`} title={t(`${id}.title`)} help={t(`${id}.help`)} setting={setting}>
      <form {...form.props} className="flex max-w-96 items-start gap-2">
        <div className="min-w-0 grow">
          <TextField
            {...form.text('limit')}
            label={t(`${id}.title`)}
            readOnly={isLocked}
            inputMode="numeric"
            placeholder={t('noLimit')}
            isLabelHidden
          />
        </div>
        {isLocked ? null : (
          <Button type="submit" size="large" aria-disabled={form.isBusy || form.draft.limit.trim() === stored || undefined}>
            {t('save')}
          </Button>
        )}
      </form>
    </SettingRow>
  );
}

function isLimit(text: string, max: number): boolean {
  const limit = Number(text);
  return text.trim() === '' || (Number.isInteger(limit) && limit >= 1 && limit <= max);
}
