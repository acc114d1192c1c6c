'use client';
import { Plus, X } from 'lucide-react';
import { type SubmitEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { apiClient } from '#components/data/api-client.ts';
import { SettingRow } from '#components/pages/settings/setting-row.tsx';
import { useSettingChange } from '#components/pages/settings/use-changeable-settings.ts';
import { Button } from '#components/ui/button.tsx';
import { TextInput } from '#components/ui/text-input.tsx';
import type { ChangeableSettings } from '#lib/api/changeable-settings.ts';

const FIELD_ID = 'private-host';

type PrivateHostsSettingProps = {
  setting: ChangeableSettings['allowedHosts'];
  /** In the field at first. */
  suggested: string;
};

/** Addresses inside the network that workflows may call. */
export function PrivateHostsSetting({ setting, suggested }: PrivateHostsSettingProps) {
  const t = useTranslations('changeable');
  const { isBusy, problem, run } = useSettingChange();
  const [host, setHost] = useState(suggested);
  const isLocked = setting.source === 'file';

  async function allow(event: SubmitEvent) {
    event.preventDefault();
    const wanted = host.trim();
    if (wanted === '') return document.getElementById(FIELD_ID)?.focus();
    if (await run(() => apiClient.allowHost({ params: { host: wanted } }))) setHost('');
  }

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
        <form onSubmit={allow} noValidate className="flex max-w-96 gap-2">
          <TextInput
            id={FIELD_ID}
            aria-label={t('hosts.field')}
            placeholder="10.0.0.5:8080"
            value={host}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => setHost(event.target.value)}
            className="font-mono"
          />
          <Button type="submit" size="large" aria-disabled={isBusy || undefined}>
            <Plus size={13} aria-hidden="true" />
            {t('hosts.allow')}
          </Button>
        </form>
      )}
    </SettingRow>
  );
}
