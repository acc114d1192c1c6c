'use client';
import { useMemo } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { useNow } from '#components/ui/use-now.ts';
import { cronLines, isTimeZone, nextScheduledTimes } from '#lib/trigger-kit/schedule-times.ts';
import type { WorkflowTrigger } from '#lib/workflow/workflow.ts';
import trigger from '#triggers/schedule.trigger.ts';

const SHOWN = 10;

/** The next times of a schedule while it is typed, in its time zone. Empty while it has mistakes. */
export function NextTimes({ config }: { config: WorkflowTrigger['config'] }) {
  const t = useTranslations('triggers');
  const format = useFormatter();
  const nowMs = useNow('slow');
  const read = useMemo(() => trigger.config.safeParse(config), [config]);
  if (!read.success) return null;
  const { every, cron, everyMs, timeZone } = read.data;
  if (!isTimeZone(timeZone)) return null;
  const schedule = every === 'cron' ? { cron: cronLines(cron), timeZone } : { cron: [], everyMs, timeZone };
  const times = nextScheduledTimes(schedule, { after: new Date(nowMs), atMost: SHOWN });
  return (
    <section aria-label={t('next')} data-next-times className="grid gap-1 rounded-control bg-sunken p-2">
      <h4 className="text-meta font-strong text-ink-3">{t('nextIn', { zone: timeZone })}</h4>
      <ol className="num grid grid-cols-[repeat(auto-fill,minmax(9.5rem,1fr))] gap-x-3 text-meta text-ink-2">
        {times.map((time) => (
          <li key={time.getTime()}>
            <time dateTime={time.toISOString()}>
              {format.dateTime(time, {
                timeZone,
                weekday: 'short',
                month: 'short',
                day: 'numeric',
                hour: '2-digit',
                minute: '2-digit',
                second: '2-digit',
                hourCycle: 'h23',
              })}
            </time>
          </li>
        ))}
      </ol>
    </section>
  );
}
