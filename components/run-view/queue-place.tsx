'use client';
import { useMemo, useSyncExternalStore } from 'react';
import { useTranslations } from 'use-intl';
import { apiClient } from '#components/data/api-client.ts';
import { QueueWatch } from '#components/run-view/queue-watch.ts';
import type { RunState } from '#lib/run/run-state.ts';

type QueuePlaceProps = { runId: string; run: Pick<RunState, 'status' | 'queuePosition'> };

/** Where a queued run stands in its line, counting down as others are taken; nothing for one that is not queued. */
export function QueuePlace({ runId, run: { status, queuePosition } }: QueuePlaceProps) {
  if (status !== 'queued' || queuePosition === undefined) return null;
  return <LivePlace key={runId} runId={runId} queuedAt={queuePosition} />;
}

const nowhere = () => undefined;

/** `queuedAt`: its place when it was queued, as its log says, which is shown until the server has told the present one. */
function LivePlace({ runId, queuedAt }: { runId: string; queuedAt: number }) {
  const t = useTranslations('run');
  const watch = useMemo(() => new QueueWatch(runId, { client: apiClient }), [runId]);
  const place = useSyncExternalStore(watch.subscribe, watch.read, nowhere);
  return (
    <span data-part="queue-place" className="num shrink-0 text-ink-2">
      {t('queuePlace', { position: place ?? queuedAt })}
    </span>
  );
}
