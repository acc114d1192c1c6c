import { useFormatter } from 'use-intl';
import type { MonitorRange } from '#lib/api/monitor.contract.ts';

/** Formats the start of a bucket: the time alone within a day, the date alone if a bucket is a day. */
export function useBucketTime(range: MonitorRange): (at: string) => string {
  const format = useFormatter();
  const time = range === 'month' ? undefined : ({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const);
  const date = range === 'hour' || range === 'day' ? undefined : ({ month: 'short', day: 'numeric' } as const);
  return (at) => format.dateTime(new Date(at), { ...date, ...time });
}
