'use client';
import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { apiClient } from '#components/data/api-client.ts';
import { useChange } from '#components/data/use-change.ts';
import { Button } from '#components/ui/button.tsx';
import { type MarkedState, StatusMark } from '#components/ui/status-mark.tsx';
import { TimeAgo } from '#components/ui/time-ago.tsx';
import { useNow } from '#components/ui/use-now.ts';
import { ValueView } from '#components/ui/value-view.tsx';
import type { TriggerEventResource } from '#lib/api/triggers.contract.ts';

const SHOWN = 20;
const PENDING_REFRESH_MS = 1000;
const marks: Readonly<Record<TriggerEventResource['status'], MarkedState>> = {
  pending: 'queued',
  started: 'succeeded',
  filtered: 'skipped',
  duplicate: 'skipped',
  skipped: 'skipped',
  refused: 'failed',
};

type HistoryProps = {
  slug: string;
  triggerId: string;
  /** When the last event came: then the list is loaded again. */
  lastAt: string | undefined;
};

/** The last events of a trigger, why each started no run, and a button to start one again. */
export function TriggerHistory({ slug, triggerId, lastAt }: HistoryProps) {
  const t = useTranslations('triggers');
  const [isOpen, setIsOpen] = useState(false);
  const { data, refetch } = useQuery({
    queryKey: ['trigger-events', slug, triggerId, lastAt],
    queryFn: () => apiClient.listTriggerEvents({ params: { slug, triggerId }, query: { limit: SHOWN } }),
    enabled: isOpen,
    // An event that is about to start its run changes without a newer event.
    refetchInterval: ({ state }) => (state.data?.items.some(({ status }) => status === 'pending') ? PENDING_REFRESH_MS : false),
    placeholderData: (before) => before,
  });
  return (
    <div className="grid gap-1">
      <Button look="quiet" className="justify-self-start" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)} data-history>
        {t('history')}
      </Button>
      {isOpen && data?.items.length === 0 ? <p className="text-meta text-ink-3">{t('noEvents')}</p> : null}
      {isOpen ? (
        <ul className="grid empty:hidden">
          {data?.items.map((event) => (
            <li key={event.eventId} data-event={event.status} className="border-t border-line-1 py-1 first:border-t-0">
              <Event event={event} onReplayed={refetch} />
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}

function Event({ event, onReplayed }: { event: TriggerEventResource; onReplayed: () => Promise<unknown> }) {
  const t = useTranslations('triggers');
  const nowMs = useNow('slow');
  const [isOpen, setIsOpen] = useState(false);
  const { eventId, status, reason, runId, receivedAt, dueAt, replayOf } = event;
  return (
    <div className="grid gap-1">
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
        className="flex min-h-6 min-w-0 items-center gap-1.5 text-left"
      >
        <span data-state={marks[status]} className="inline-flex items-center gap-1 text-state">
          <StatusMark state={marks[status]} />
          {t(`status.${status}`)}
        </span>
        {replayOf ? <span className="text-meta text-ink-3">{t('replayed')}</span> : null}
        <span className="ml-auto text-meta">
          <TimeAgo at={dueAt ?? receivedAt} nowMs={nowMs} />
        </span>
      </button>
      {reason && status !== 'duplicate' ? <p className="text-meta text-ink-2 wrap-anywhere">{reasonText(reason, t)}</p> : null}
      {runId ? (
        <Link
          href={`/runs/${encodeURIComponent(runId)}`}
          prefetch={false}
          className="w-fit truncate text-meta text-accent underline"
        >
          {t('openRun')}
        </Link>
      ) : null}
      {isOpen ? <Details eventId={eventId} onReplayed={onReplayed} /> : null}
    </div>
  );
}

/** Reasons of the server's own are words; others are sentences. */
function reasonText(reason: string, t: ReturnType<typeof useTranslations<'triggers'>>): string {
  switch (reason) {
    case 'overlap':
    case 'missed':
    case 'busy':
    case 'waits':
      return t(`reasons.${reason}`);
    default:
      return reason;
  }
}

function Details({ eventId, onReplayed }: { eventId: string; onReplayed: () => Promise<unknown> }) {
  const t = useTranslations('triggers');
  const { problem, isBusy, run } = useChange({ onSettled: onReplayed });
  const { data } = useQuery({
    queryKey: ['trigger-event', eventId],
    queryFn: () => apiClient.getTriggerEvent({ params: { eventId } }),
  });
  const replay = (on: 'live' | 'draft') => run(() => apiClient.replayTriggerEvent({ params: { eventId }, body: { on } }));
  return (
    <div className="grid gap-1.5 pb-1">
      {data ? <ValueView label={t('event')} value={data.event} /> : null}
      <div className="flex flex-wrap gap-1.5">
        <Button aria-disabled={isBusy} onClick={() => replay('live')}>
          {t('replayLive')}
        </Button>
        <Button look="quiet" aria-disabled={isBusy} onClick={() => replay('draft')}>
          {t('replayDraft')}
        </Button>
      </div>
      {problem ? (
        <p role="alert" className="text-meta text-failed wrap-anywhere">
          {problem}
        </p>
      ) : null}
    </div>
  );
}
