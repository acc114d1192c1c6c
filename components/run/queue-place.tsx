'use client';
import { useTranslations } from 'use-intl';
import type { RunState } from '#lib/run/run-state.ts';

/** How many were before a run when it was queued; nothing for one that is not queued. */
export function QueuePlace({ run: { status, queuePosition } }: { run: Pick<RunState, 'status' | 'queuePosition'> }) {
  const t = useTranslations('run');
  if (status !== 'queued' || queuePosition === undefined) return null;
  return <span className="num shrink-0 text-ink-2">{t('queuePlace', { position: queuePosition })}</span>;
}
