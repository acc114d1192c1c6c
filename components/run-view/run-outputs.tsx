'use client';
import { useTranslations } from 'use-intl';
import { CitationList, citationsIn } from '#components/run-view/citation-list.tsx';
import { CopyButton } from '#components/ui/copy-button.tsx';
import { ValueView, valueText } from '#components/ui/value-view.tsx';

/** The run's outputs by name, each with a copy button. */
export function RunOutputs({ outputs }: { outputs: Readonly<Record<string, unknown>> }) {
  const t = useTranslations('outputs');
  const entries = Object.entries(outputs);
  return (
    <section aria-labelledby="outputs-title" className="border-t border-line-2 bg-panel">
      <header className="flex h-(--bar-panel) items-center gap-2 pr-2 pl-3">
        <h3 id="outputs-title" className="text-name font-title">
          {t('title')}
        </h3>
        <span className="grow" />
        {entries.length > 0 ? <CopyButton label={t('copyAll')} text={valueText(outputs)} /> : null}
      </header>
      <div className="grid gap-3 px-3 pb-3">
        {entries.length === 0 ? <p className="text-ink-3">{t('empty')}</p> : null}
        {entries.map(([name, value]) => (
          <div key={name} data-output={name} className="grid min-w-0 gap-1">
            <div className="flex items-center gap-1">
              <code className="text-meta font-strong text-ink-2">{name}</code>
              <CopyButton label={t('copy', { name })} text={valueText(value)} />
            </div>
            <Output name={name} value={value} />
          </div>
        ))}
      </div>
    </section>
  );
}

function Output({ name, value }: { name: string; value: unknown }) {
  const citations = citationsIn(value);
  return citations ? <CitationList citations={citations} /> : <ValueView label={name} value={value} />;
}
