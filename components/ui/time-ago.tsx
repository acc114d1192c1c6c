'use client';
import { useFormatter, useTranslations } from 'use-intl';

const MINUTE_MS = 60_000;

/** How long ago something was, with the exact time behind it. */
export function TimeAgo({ at, nowMs }: { at: string; nowMs: number }) {
  const t = useTranslations('home');
  const format = useFormatter();
  const date = new Date(at);
  return (
    <time
      dateTime={at}
      title={format.dateTime(date, { dateStyle: 'medium', timeStyle: 'short', hourCycle: 'h23' })}
      className="num whitespace-nowrap text-ink-3"
    >
      {nowMs - date.getTime() < MINUTE_MS ? t('justNow') : format.relativeTime(date, nowMs)}
    </time>
  );
}
