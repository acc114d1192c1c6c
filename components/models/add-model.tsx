'use client';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import {
  configSnippet,
  modelProviders,
  providerNames,
  type ShownProvider,
  startSnippet,
} from '#components/models/provider-snippets.ts';
import { CopyButton } from '#components/ui/copy-button.tsx';
import { Segmented } from '#components/ui/segmented.tsx';
import { ValueView } from '#components/ui/value-view.tsx';

/** How a model gets here: what to write into the config file, and how the server is started with its key. */
export function AddModel({ configFile }: { configFile: string | null }) {
  const t = useTranslations('models');
  const [provider, setProvider] = useState<ShownProvider>('openai-compatible');
  const steps = [
    { key: 'config', text: t('stepConfig', { file: configFile ?? 'threadloom.config.yaml' }), code: configSnippet(provider) },
    { key: 'start', text: t('stepStart'), code: startSnippet(provider) },
  ];
  return (
    <section aria-labelledby="add-model" className="grid max-w-180 gap-3 px-4 py-6">
      <div className="grid gap-1">
        <h2 id="add-model" className="text-name font-title">
          {t('add')}
        </h2>
        <p className="text-ink-2">{t('addText')}</p>
      </div>
      <div className="overflow-x-auto pb-0.5">
        <Segmented
          label={t('provider')}
          value={provider}
          options={modelProviders.map((value) => ({ value, label: providerNames[value] }))}
          onChange={setProvider}
        />
      </div>
      <ol className="grid gap-3">
        {steps.map(({ key, text, code }, index) => (
          <li key={key} className="grid gap-1">
            <span className="flex min-h-6 items-center gap-2">
              <span className="num text-ink-3">{index + 1}</span>
              <span className="grow wrap-anywhere">{text}</span>
              <CopyButton label={t('copy')} text={code} />
            </span>
            <div data-snippet={key}>
              <ValueView label={text} value={code} isCode />
            </div>
          </li>
        ))}
      </ol>
      <p className="text-meta text-ink-3">{t('addAfter')}</p>
    </section>
  );
}
