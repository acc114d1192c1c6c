'use client';
import { useTranslations } from 'use-intl';
import type { ModelPreset } from '#components/pages/models/model-presets.ts';
import { configSnippet, startSnippet } from '#components/pages/models/provider-snippets.ts';
import { CopyButton } from '#components/ui/copy-button.tsx';
import { Folded } from '#components/ui/folded.tsx';
import { ValueView } from '#components/ui/value-view.tsx';

/** How to configure a model in the config file, and how to start the server with its key. */
export function ConfigFileHelp({ configFile, preset }: { configFile: string | null; preset: ModelPreset }) {
  const t = useTranslations('models');
  const steps = [
    { key: 'config', text: t('stepConfig', { file: configFile ?? 'threadloom.config.yaml' }), code: configSnippet(preset) },
    { key: 'start', text: t('stepStart'), code: startSnippet(preset) },
  ];
  return (
    <Folded title={t('inFile')}>
      <div className="grid gap-3">
        <p className="text-ink-2">{t('inFileText')}</p>
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
      </div>
    </Folded>
  );
}
