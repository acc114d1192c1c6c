'use client';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import { AllowHost } from '#components/data/allow-host.tsx';
import { apiClient } from '#components/data/api-client.ts';
import { useChange } from '#components/data/use-change.ts';
import { IndexingProgress } from '#components/pages/knowledge/indexing-progress.tsx';
import { SourceForm } from '#components/pages/knowledge/source-form.tsx';
import { useReload } from '#components/pages/knowledge/use-knowledge.ts';
import { Button } from '#components/ui/button.tsx';
import { ConfirmDialog } from '#components/ui/confirm-dialog.tsx';
import { FailureNotice } from '#components/ui/failure-notice.tsx';
import { LoadProblem } from '#components/ui/load-problem.tsx';
import { Progress } from '#components/ui/progress.tsx';
import { Tag } from '#components/ui/tag.tsx';
import { TimeAgo } from '#components/ui/time-ago.tsx';
import { useNow } from '#components/ui/use-now.ts';
import type { KnowledgeBaseResource } from '#lib/api/knowledge.contract.ts';
import type { KnowledgeSourceResource } from '#lib/api/knowledge-sources.contract.ts';

const WATCH_MS = 1500;
const LIST_ID = 'knowledge-sources';

/** Where documents of a base are read again from. */
export function SourcesTab({ base }: { base: KnowledgeBaseResource }) {
  const t = useTranslations('knowledge');
  const reload = useReload(base.name);
  const { data, error, refetch } = useQuery({
    queryKey: ['knowledge', base.name, 'sources'],
    queryFn: ({ signal }) => apiClient.listKnowledgeSources({ params: { name: base.name } }, { signal }),
    refetchInterval: ({ state }) => (state.data?.items.some(isAtWork) ? WATCH_MS : false),
  });
  return (
    <div className="grid min-w-0 content-start gap-4 p-4">
      <LoadProblem error={error} isStale={data !== undefined} onRetry={() => void refetch()} />
      {data?.items.length === 0 ? <p className="max-w-[64ch] text-ink-2">{t('noSources')}</p> : null}
      {data === undefined && !error ? <p className="text-ink-3">{t('loading')}</p> : null}
      <ul id={LIST_ID} tabIndex={-1} aria-label={t('tabs.sources')} className="grid min-w-0 gap-2 outline-none">
        {data?.items.map((source) => (
          <SourceItem key={source.sourceId} baseName={base.name} source={source} onSettled={reload} />
        ))}
      </ul>
      <SourceForm baseName={base.name} onSaved={reload} />
    </div>
  );
}

function isAtWork({ reading, pending }: KnowledgeSourceResource): boolean {
  return reading !== null || pending > 0;
}

type SourceItemProps = { baseName: string; source: KnowledgeSourceResource; onSettled: () => Promise<void> };

function SourceItem({ baseName, source, onSettled }: SourceItemProps) {
  const t = useTranslations('knowledge');
  const removeId = useId();
  const [isRemoving, setIsRemoving] = useState(false);
  const { isBusy, problem, run } = useChange({ onSettled });
  const nowMs = useNow('slow');
  const params = { name: baseName, sourceId: source.sourceId };
  const address = source.address === '' ? t('allFiles') : source.address;
  return (
    <li data-source={source.address} aria-busy={isBusy} className="grid min-w-0 gap-1 rounded-md border border-line-1 p-2">
      <p className="flex flex-wrap items-center gap-2">
        <Tag>{t(`sources.${source.kind}`)}</Tag>
        <span className="min-w-40 flex-1 wrap-anywhere">{address}</span>
        <Button aria-disabled={isBusy || undefined} onClick={() => void run(() => apiClient.refreshKnowledgeSource({ params }))}>
          {t('refresh')}
        </Button>
        <Button id={removeId} look="quiet" aria-disabled={isBusy || undefined} onClick={() => setIsRemoving(true)}>
          {t('removeSource')}
        </Button>
      </p>
      <p className="flex flex-wrap gap-x-3 text-meta text-ink-3">
        <span>{source.everyHours === null ? t('every.never') : t('every.hours', { hours: source.everyHours })}</span>
        {source.found === null ? null : <span className="num">{t('documentCount', { count: source.found })}</span>}
        {source.refreshedAt === null || source.reading !== null ? (
          <span>{t('reading')}</span>
        ) : (
          <TimeAgo at={source.refreshedAt} nowMs={nowMs} />
        )}
      </p>
      {source.reading === null ? (
        <IndexingProgress label={t('indexingSource')} pending={source.pending} />
      ) : (
        <SourceReading reading={source.reading} />
      )}
      {source.problem === null ? null : <p className="text-meta text-failed wrap-anywhere">{source.problem}</p>}
      <AllowHost host={source.privateHost} onAllowed={() => void run(() => apiClient.refreshKnowledgeSource({ params }))} />
      <div role="alert">
        <FailureNotice title={t('notDone')}>{problem}</FailureNotice>
      </div>
      <ConfirmDialog
        isOpen={isRemoving}
        title={t('removeSourceTitle', { address })}
        cancelLabel={t('cancel')}
        confirmLabel={t('removeSource')}
        focusAfterId={removeId}
        onCancel={() => setIsRemoving(false)}
        onConfirm={() => {
          setIsRemoving(false);
          void run(async () => {
            await apiClient.deleteKnowledgeSource({ params });
            // The button goes with the source.
            document.getElementById(LIST_ID)?.focus();
          });
        }}
      >
        {t('removeSourceText', { count: source.found ?? 0 })}
      </ConfirmDialog>
    </li>
  );
}

function SourceReading({ reading: { stored, listed } }: { reading: NonNullable<KnowledgeSourceResource['reading']> }) {
  const t = useTranslations('knowledge');
  const progress = useTranslations('progress');
  if (listed === null) return <Progress key="listing" label={t('listingSource')} />;
  const amount = progress('documents', { done: stored, total: listed });
  return <Progress key="storing" label={t('storingSource')} work={{ done: stored, total: listed }} amount={amount} />;
}
