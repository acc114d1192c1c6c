'use client';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { publicOrigin } from '#components/data/public-origin.ts';
import { type ClientName, clientConfigs, clientNames } from '#components/pages/publish/snippets/client-configs.ts';
import { CopyButton } from '#components/ui/copy-button.tsx';
import { Folded } from '#components/ui/folded.tsx';
import { Select } from '#components/ui/select.tsx';
import { ValueView } from '#components/ui/value-view.tsx';

/** The configuration of programs that use the endpoint without code. */
export function ClientSection({ slug, newKey }: { slug: string; newKey: string | undefined }) {
  const t = useTranslations('publish');
  const [name, setName] = useState<ClientName>('claude-code');
  const config = clientConfigs[name]({ origin: publicOrigin(), slug, inputs: {}, key: newKey });
  return (
    <Folded title={t('clients')}>
      <div data-client={name} className="grid min-w-0 gap-2">
        <div className="flex flex-wrap items-center gap-2">
          <span className="w-52 max-w-full">
            <Select
              aria-label={t('client')}
              value={name}
              onChange={(event) => setName(clientNames.find((one) => one === event.target.value) ?? 'claude-code')}
            >
              {clientNames.map((one) => (
                <option key={one} value={one}>
                  {t(`clientNames.${one}`)}
                </option>
              ))}
            </Select>
          </span>
          <span className="grow" />
          <CopyButton label={t('copyConfig')} text={config} />
        </div>
        <ValueView label={t('clients')} value={config} isCode />
        <p className="text-meta text-ink-2">{t(`clientNotes.${name}`)}</p>
        <p className="text-meta text-ink-3">{newKey ? t('snippetWithKey') : t('clientWithoutKey')}</p>
      </div>
    </Folded>
  );
}
