'use client';
import { useTranslations } from 'use-intl';
import type { DraftSummary } from '#components/publish/summarise-draft.ts';

/** The draft in a few words, and what a run of it may reach. */
export function DraftFacts({ name, summary }: { name: string; summary: DraftSummary }) {
  const t = useTranslations('publish');
  const hosts = [...summary.hosts, ...(summary.hasOpenHost ? [t('facts.openHost')] : [])];
  const facts = [
    { key: 'nodes', term: t('facts.nodes'), value: String(summary.nodeCount) },
    { key: 'inputs', term: t('facts.inputs'), value: summary.inputNames.join(', ') || t('facts.none') },
    { key: 'models', term: t('facts.models'), value: summary.models.join(', ') },
    { key: 'tools', term: t('facts.tools'), value: summary.tools.join(', ') },
    { key: 'agents', term: t('facts.agents'), value: summary.agents.join(', ') },
    { key: 'hosts', term: t('facts.hosts'), value: hosts.join(', ') },
    { key: 'people', term: t('facts.people'), value: summary.asksPeople ? t('facts.asks') : '' },
  ].filter(({ value }) => value !== '');
  return (
    <section aria-labelledby="publish-draft" className="grid gap-1">
      <h3 id="publish-draft" className="font-title wrap-anywhere">
        {t('draft', { name })}
      </h3>
      <dl className="grid grid-cols-[max-content_minmax(0,1fr)] gap-x-3 gap-y-0.5">
        {facts.map(({ key, term, value }) => (
          <div key={key} className="contents" data-fact={key}>
            <dt className="text-ink-3">{term}</dt>
            <dd className="wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
