'use client';
import { useMemo, useSyncExternalStore } from 'react';
import { useTranslations } from 'use-intl';
import { apiClient } from '#components/data/api-client.ts';
import { QueueWatch } from '#components/run-view/queue-watch.ts';
import type { RunState } from '#lib/run/run-state.ts';

type QueuePositionProps = { runId: string; run: Pick<RunState, 'status' | 'queuePosition'> };

/** The queue position of a queued run, counting down; empty for other runs. */
export function QueuePosition({ runId, run: { status, queuePosition } }: QueuePositionProps) {
  if (status !== 'queued' || queuePosition === undefined) return null;
  return <LiveQueuePosition key={runId} runId={runId} loggedPosition={queuePosition} />;
}

const unknownOnServer = () => undefined;

/** @param loggedPosition the position in the log, shown until the server sends the current one */
function LiveQueuePosition({ runId, loggedPosition }: { runId: string; loggedPosition: number }) {
  const t = useTranslations('run');
  const watch = useMemo(() => new QueueWatch(runId, { client: apiClient }), [runId]);
  const position = useSyncExternalStore(watch.subscribe, watch.read, unknownOnServer);
  return (
    <span data-part="queue-place" className="num shrink-0 text-ink-2">
      {t('queuePlace', { position: position ?? loggedPosition })}
    </span>
  );
}
