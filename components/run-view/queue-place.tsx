'use client';
import { useMemo, useSyncExternalStore } from 'react';
import { useTranslations } from 'use-intl';
import { apiClient } from '#components/data/api-client.ts';
import { QueueWatch } from '#components/run-view/queue-watch.ts';
import type { RunState } from '#lib/run/run-state.ts';

type QueuePlaceProps = { runId: string; run: Pick<RunState, 'status' | 'queuePosition'> };

/** The queue position of a queued run, counting down; empty for other runs. */
export function QueuePlace({ runId, run: { status, queuePosition } }: QueuePlaceProps) {
  if (status !== 'queued' || queuePosition === undefined) return null;
  return <LivePlace key={runId} runId={runId} queuedAt={queuePosition} />;
}

const nowhere = () => undefined;

/** `queuedAt`: its position when it was queued, from its log, shown until the server has sent the current one. */
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
