'use client';
import { type ReactNode, useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { useVersion } from '#components/data/use-version.ts';
import type { VersionsData } from '#components/pages/versions/load-versions.ts';
import { choiceBefore, type VersionChoice } from '#components/pages/versions/version-choice.ts';
import { Tag } from '#components/ui/tag.tsx';
import { TimeAgo } from '#components/ui/time-ago.tsx';
import { diffWorkflows, type WorkflowDiff } from '#lib/workflow/diff-workflows.ts';

type VersionListProps = {
  data: VersionsData;
  chosen: VersionChoice;
  nowMs: number;
  onChoose: (choice: VersionChoice) => void;
};

/** The draft and every version: when it was made, what it changed, and where it runs. */
export function VersionList({ data, chosen, nowMs, onChoose }: VersionListProps) {
  const t = useTranslations('versions');
  const { draft, versions, hasMore } = data;
  return (
    <nav aria-label={t('list')} className="min-h-0 overflow-y-auto border-line-1 max-md:max-h-72 md:border-r">
      <ul>
        <Row isChosen={chosen === 'draft'} onChoose={() => onChoose('draft')}>
          <span className="flex items-center gap-2">
            <strong className="grow font-title">{t('draft')}</strong>
            <TimeAgo at={draft.updatedAt} nowMs={nowMs} />
          </span>
          <Changes data={data} choice="draft" />
        </Row>
        {versions.map(({ number, createdAt, slugs }) => (
          <Row key={number} isChosen={chosen === number} onChoose={() => onChoose(number)}>
            <span className="flex items-center gap-2">
              <strong className="num grow text-body! font-title">{t('version', { number })}</strong>
              <TimeAgo at={createdAt} nowMs={nowMs} />
            </span>
            {slugs.length > 0 ? (
              <span className="flex flex-wrap gap-1">
                {slugs.map((slug) => (
                  <Tag key={slug} look="accent">
                    {t('liveAt', { slug })}
                  </Tag>
                ))}
              </span>
            ) : null}
            <Changes data={data} choice={number} />
          </Row>
        ))}
      </ul>
      {versions.length === 0 ? <p className="p-3 text-ink-2">{t('none')}</p> : null}
      {hasMore ? <p className="p-3 text-ink-2">{t('hasMore')}</p> : null}
    </nav>
  );
}

type RowProps = { isChosen: boolean; onChoose: () => void; children: ReactNode };

function Row({ isChosen, onChoose, children }: RowProps) {
  return (
    <li>
      <button
        type="button"
        aria-current={isChosen ? 'true' : undefined}
        onClick={onChoose}
        className="grid w-full grid-cols-[minmax(0,1fr)] gap-0.5 border-b border-line-1 px-3 py-2 text-left outline-offset-[-2px] hover:bg-hover aria-[current=true]:bg-accent-bg"
      >
        {children}
      </button>
    </li>
  );
}

/** Its changes relative to the previous version. */
function Changes({ data, choice }: { data: VersionsData; choice: VersionChoice }) {
  const t = useTranslations('versions');
  const diff = useDiffToBefore(data, choice);
  if (diff === 'first') return <span className="text-meta text-ink-3">{t('first')}</span>;
  if (!diff) return <span className="text-meta text-ink-3">…</span>;
  if (diff.isSame) return <span className="text-meta text-ink-3">{t('noChange')}</span>;
  const parts = [
    diff.added.length > 0 && t('counts.added', { count: diff.added.length }),
    diff.removed.length > 0 && t('counts.removed', { count: diff.removed.length }),
    diff.changed.length > 0 && t('counts.changed', { count: diff.changed.length }),
    diff.edges.added.length + diff.edges.removed.length > 0 &&
      t('counts.edges', { count: diff.edges.added.length + diff.edges.removed.length }),
    diff.settings.length > 0 && t('counts.settings'),
  ];
  return <span className="text-meta text-ink-2">{parts.filter((part) => part !== false).join(' · ')}</span>;
}

function useDiffToBefore(data: VersionsData, choice: VersionChoice): WorkflowDiff | 'first' | undefined {
  const { workflowId, draft, versions, hasMore } = data;
  const numbers = versions.map(({ number }) => number);
  const before = choiceBefore(choice, { numbers, hasMore, live: undefined });
  const earlier = useVersion(workflowId, typeof before === 'number' ? before : undefined).document;
  const version = useVersion(workflowId, choice === 'draft' ? undefined : choice).document;
  const later = choice === 'draft' ? draft.document : version;
  const diff = useMemo(() => (earlier && later ? diffWorkflows(earlier, later) : undefined), [earlier, later]);
  return before === undefined ? 'first' : diff;
}
