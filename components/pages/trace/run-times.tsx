'use client';
import { useFormatter, useTranslations } from 'use-intl';
import type { TracePageData } from '#components/pages/trace/trace-page-data.ts';
import { runAxis } from '#components/run-view/run-axis.ts';
import { waitedMsOf } from '#components/run-view/run-waits.ts';
import { formatDuration } from '#lib/i18n/format-duration.ts';
import type { RunState } from '#lib/run/run-state.ts';

/** When the run started; when it was queued, while it is in the queue. */
export function Started({ data, run }: { data: TracePageData; run: RunState }) {
  const format = useFormatter();
  const at = run.startedAt ?? data.run.createdAt;
  return (
    <time dateTime={at}>
      {format.dateTime(new Date(at), {
        day: 'numeric',
        month: 'short',
        hour: '2-digit',
        minute: '2-digit',
        second: '2-digit',
        hourCycle: 'h23',
        fractionalSecondDigits: 3,
      })}
    </time>
  );
}

/** The duration of the run so far, and how much of it waited for approvals. */
export function Took({ run, nowMs }: { run: RunState; nowMs: number }) {
  const t = useTranslations('run');
  const axis = runAxis(run, nowMs);
  const waitedMs = waitedMsOf(run, axis.endMs);
  const elapsed = formatDuration(axis.endMs - axis.startedMs);
  return waitedMs > 0 ? `${elapsed}, ${t('waited', { time: formatDuration(waitedMs) })}` : elapsed;
}
