'use client';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { CitationList, citationsIn } from '#components/run-view/citation-list.tsx';
import { CopyButton } from '#components/ui/copy-button.tsx';
import { ValueExplorer } from '#components/ui/value-explorer.tsx';
import { valueText } from '#components/ui/value-view.tsx';

type RunOutputsProps = {
  outputs: Readonly<Record<string, unknown>>;
  /** Below the words that there are none: what gives the next run some. */
  whenEmpty?: ReactNode;
};

/** The run's outputs by name: texts as they will be read, other values as trees. */
export function RunOutputs({ outputs, whenEmpty }: RunOutputsProps) {
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
        {entries.length === 0 ? (
          <div className="grid justify-items-start gap-1">
            <p className="text-ink-3">{t('empty')}</p>
            {whenEmpty}
          </div>
        ) : null}
        {entries.map(([name, value]) => (
          <div key={name} data-output={name} className="grid min-w-0 gap-1">
            <Output name={name} value={value} />
          </div>
        ))}
      </div>
    </section>
  );
}

function Output({ name, value }: { name: string; value: unknown }) {
  const t = useTranslations('outputs');
  const citations = citationsIn(value);
  if (!citations) return <ValueExplorer label={name} value={value} />;
  return (
    <>
      <div className="flex items-center gap-1">
        <code className="text-meta font-strong text-ink-2">{name}</code>
        <CopyButton label={t('copy', { name })} text={valueText(value)} />
      </div>
      <CitationList citations={citations} />
    </>
  );
}
