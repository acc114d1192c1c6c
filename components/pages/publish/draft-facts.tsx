'use client';
import { useTranslations } from 'use-intl';
import { compareLists, type MarkedValue } from '#components/pages/publish/compare-lists.ts';
import type { DraftSummary } from '#components/pages/publish/summarise-draft.ts';

type DraftFactsProps = {
  name: string;
  summary: DraftSummary;
  /** Ids of tools that read or write files. */
  fileTools: ReadonlySet<string>;
  /** Resources of the published version; undefined if there is none or while loading. */
  before: DraftSummary | undefined;
};

/** The draft in a few words, what a run of it may reach, and how that differs from the version before. */
export function DraftFacts({ name, summary, fileTools, before }: DraftFactsProps) {
  const t = useTranslations('publish');
  const reaches = ({ hosts, hasOpenHost, asksPeople, ...rest }: DraftSummary) => ({
    inputs: rest.inputNames,
    models: rest.models,
    tools: rest.tools.filter((id) => !fileTools.has(id)),
    files: rest.tools.filter((id) => fileTools.has(id)),
    agents: rest.agents,
    hosts: [...hosts, ...(hasOpenHost ? [t('facts.openHost')] : [])],
    secrets: rest.secrets,
    people: asksPeople ? [t('facts.asks')] : [],
  });
  const now = reaches(summary);
  const earlier = before && reaches(before);
  const names = Object.keys(now) as (keyof typeof now)[];
  const facts = names
    .map((key) => ({ key, values: compareLists(now[key], earlier?.[key]) }))
    .filter(({ key, values }) => values.length > 0 || key === 'inputs');
  return (
    <section aria-labelledby="publish-draft" className="grid gap-1">
      <h3 id="publish-draft" className="font-title wrap-anywhere">
        {t('draft', { name })}
      </h3>
      <dl className="grid grid-cols-[max-content_minmax(0,1fr)] gap-x-3 gap-y-0.5">
        <dt className="text-ink-3">{t('facts.nodes')}</dt>
        <dd data-fact="nodes">{summary.nodeCount}</dd>
        {facts.map(({ key, values }) => (
          <div key={key} className="contents" data-fact={key}>
            <dt className="text-ink-3">{t(`facts.${key}`)}</dt>
            <dd className="wrap-anywhere">{values.length === 0 ? t('facts.none') : <Values values={values} />}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Values({ values }: { values: readonly MarkedValue[] }) {
  const t = useTranslations('publish');
  return values.map(({ value, mark }, index) => (
    <span key={value} data-mark={mark}>
      {index > 0 ? ', ' : null}
      {mark === 'same' ? (
        value
      ) : (
        <span className={mark === 'added' ? 'font-strong text-succeeded' : 'text-failed line-through'}>
          <span aria-hidden="true">{mark === 'added' ? '+' : '−'}</span>
          <span className="sr-only">{t(`marks.${mark}`)}</span>
          {value}
        </span>
      )}
    </span>
  ));
}
