'use client';
import { Plus, X } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { apiClient } from '#components/data/api-client.ts';
import { useEntryForm } from '#components/data/use-entry-form.ts';
import { SettingRow } from '#components/pages/settings/setting-row.tsx';
import { useSettingChange, useSettingsAnswer } from '#components/pages/settings/use-changeable-settings.ts';
import { Button } from '#components/ui/button.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import type { ChangeableSettings } from '#lib/api/changeable-settings.ts';

const EXAMPLE = '10.0.0.5:8080';

type PrivateHostsSettingProps = {
  setting: ChangeableSettings['allowedHosts'];
  /** In the field at first. */
  suggested: string;
};

/** Addresses inside the network that workflows may call. */
export function PrivateHostsSetting({ setting, suggested }: PrivateHostsSettingProps) {
  const t = useTranslations('changeable');
  const { isBusy, problem, run } = useSettingChange();
  const keep = useSettingsAnswer();
  const form = useEntryForm<{ readonly host: string }, ChangeableSettings>({
    first: { host: suggested },
    problemsOf: ({ host }) => (host.trim() === '' ? { host: t('hosts.missing') } : {}),
    onlyField: 'host',
    send: ({ host }) => apiClient.allowHost({ params: { host: host.trim() } }),
    onSaved(settings) {
      keep(settings);
      form.reset(() => ({ host: '' }));
    },
  });
  const isLocked = setting.source === 'file';

  return (
    <SettingRow id="private-hosts" title={t('hosts.title')} help={t('hosts.help')} setting={setting} problem={problem}>
      {setting.value.length === 0 ? (
        <p className="text-ink-2">{t('hosts.none')}</p>
      ) : (
        <ul className="grid max-w-96 border-t border-line-1">
          {setting.value.map((one) => (
            <li key={one} className="flex min-h-7 items-center gap-2 border-b border-line-1">
              <code className="min-w-0 grow wrap-anywhere">{one}</code>
              {isLocked ? null : (
                <Button
                  look="quiet"
                  size="icon"
                  aria-label={t('hosts.remove', { host: one })}
                  title={t('hosts.remove', { host: one })}
                  aria-disabled={isBusy || undefined}
                  onClick={() => void run(() => apiClient.disallowHost({ params: { host: one } }))}
                >
                  <X size={13} aria-hidden="true" />
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {isLocked ? null : (
        <form {...form.props} className="flex max-w-96 items-start gap-2">
          <div className="min-w-0 grow">
            <TextField
              {...form.text('host')}
              label={t('hosts.field')}
              placeholder={EXAMPLE}
              className="font-mono"
              isLabelHidden
            />
          </div>
          <Button type="submit" size="large" aria-disabled={form.isBusy || undefined}>
            <Plus size={13} aria-hidden="true" />
            {t('hosts.allow')}
          </Button>
        </form>
      )}
    </SettingRow>
  );
}
