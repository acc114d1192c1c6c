'use client';
import { memo, useState } from 'react';
import { useTranslations } from 'use-intl';
import { summariseEvent } from '#components/run-view/summarise-event.ts';
import { ValueView } from '#components/ui/value-view.tsx';
import { formatDuration } from '#lib/i18n/format-duration.ts';
import type { PublicEvent } from '#lib/run/public-event.ts';

const columns =
  'grid grid-cols-[40px_64px_minmax(0,1fr)] items-center gap-x-2 @min-[480px]:grid-cols-[40px_64px_128px_minmax(0,1fr)]';

/** Beyond this milliseconds say nothing, and have no room. */
const PRECISE_MAX_MS = 10_000_000;

type LogRowProps = { event: PublicEvent; startedAt: string | undefined };

/** One event: its number, its time since the run began, its type, and the rest in a line that opens as JSON. */
export const LogRow = memo(function LogRow({ event, startedAt }: LogRowProps) {
  const t = useTranslations('log');
  const [isOpen, setIsOpen] = useState(false);
  const afterMs = startedAt === undefined ? 0 : Math.max(Date.parse(event.at) - Date.parse(startedAt), 0);
  const isError = event.type === 'error' || ('error' in event && event.error !== undefined);
  const isWaiting = event.type === 'confirm_required' || (event.type === 'done' && event.status === 'waiting');
  return (
    <li data-seq={event.seq}>
      <button
        type="button"
        onClick={() => setIsOpen(!isOpen)}
        aria-expanded={isOpen}
        className={`${columns} h-6 w-full pr-3 text-left font-mono text-meta outline-offset-[-2px] hover:bg-hover ${isOpen ? 'bg-accent-bg' : ''}`}
      >
        <span className="pl-2 text-right text-ink-3 tabular-nums">{event.seq}</span>
        <time dateTime={event.at} className="text-right text-ink-3 tabular-nums">
          {afterMs < PRECISE_MAX_MS ? (afterMs / 1000).toFixed(3) : formatDuration(afterMs)}
        </time>
        <span className={isError ? 'text-failed' : isWaiting ? 'text-waiting' : 'text-ink-1'}>{event.type}</span>
        <span className="hidden truncate text-ink-2 @min-[480px]:block">{summariseEvent(event)}</span>
      </button>
      {isOpen ? (
        <div className="px-3 py-1.5">
          <ValueView label={t('raw', { seq: String(event.seq) })} value={event} />
        </div>
      ) : null}
    </li>
  );
});
