'use client';
import { useTranslations } from 'use-intl';
import { firedPortOf } from '#components/run/fired-port-of.ts';
import type { TimelineBar, TimelineRow } from '#components/run/layout-timeline.ts';
import { formatDuration } from '#lib/i18n/format-duration.ts';

/** Beyond this share of the axis a bar leaves no room behind it, and its note stands before it. */
const NOTE_BEHIND_MAX = 0.75;
const NOTE_LENGTH = 120;

/** The bar of a node on the run's axis, and in a few words what came of it. */
export function TimelineTrack({ row, ticks }: { row: TimelineRow; ticks: readonly number[] }) {
  const note = useNote(row);
  const from = (row.bar?.from ?? 0) * 100;
  const to = (row.bar?.to ?? 0) * 100;
  const isBehind = (row.bar?.to ?? 0) <= NOTE_BEHIND_MAX;
  return (
    <span className="relative h-full overflow-hidden border-l border-line-1">
      {ticks.map((tick) => (
        <span key={tick} className="absolute inset-y-0 border-l border-line-1 first:hidden" style={{ left: `${tick * 100}%` }} />
      ))}
      {row.bar ? <Bar bar={row.bar} isQuiet={row.state === 'succeeded'} /> : null}
      {note && row.bar && isBehind ? (
        <Note text={note} style={{ left: `calc(${to}% + 8px)`, right: 4 }} isFailed={row.state === 'failed'} />
      ) : null}
      {note && row.bar && !isBehind && from > 20 ? (
        <Note
          text={note}
          style={{ right: `calc(${100 - from}% + 8px)`, left: 4, textAlign: 'right' }}
          isFailed={row.state === 'failed'}
        />
      ) : null}
      {note && !row.bar ? <Note text={note} style={{ left: 8, right: 4 }} isFailed={false} /> : null}
    </span>
  );
}

/** Solid while the node works, tinted until the model's first words, hatched while a person is asked. */
function Bar({ bar: { from, to, firstWords, waits }, isQuiet }: { bar: TimelineBar; isQuiet: boolean }) {
  const fill = isQuiet ? 'bg-state-line' : 'bg-state';
  const widthOf = (share: number) => `${(100 * share) / Math.max(to - from, 0.00001)}%`;
  return (
    <span
      className="absolute top-[7px] flex h-2.5 min-w-0.5 overflow-hidden rounded-[1px]"
      style={{ left: `min(${from * 100}%, calc(100% - 2px))`, width: `${(to - from) * 100}%` }}
    >
      {firstWords === undefined ? null : <span className={`${fill} opacity-45`} style={{ width: widthOf(firstWords - from) }} />}
      <span className={`${fill} min-w-0.5 grow`} />
      {waits.map((wait) => (
        <span
          key={wait.from}
          data-part="wait"
          className="absolute inset-y-0 hatched"
          style={{ left: widthOf(wait.from - from), width: widthOf(wait.to - wait.from) }}
        />
      ))}
    </span>
  );
}

function Note({ text, style, isFailed }: { text: string; style: React.CSSProperties; isFailed: boolean }) {
  return (
    <span
      className={`absolute top-1 hidden truncate text-meta @min-[480px]:block ${isFailed ? 'text-failed' : 'text-ink-2'}`}
      style={style}
    >
      {text}
    </span>
  );
}

function useNote({ run, retry, state }: TimelineRow): string | undefined {
  const t = useTranslations();
  if (retry) return t('timeline.retryIn', { attempt: retry.attempt, delay: formatDuration(retry.delayMs) });
  if (run?.error) return run.error.message.slice(0, NOTE_LENGTH);
  if (run?.reason) return t(`reason.${run.reason}`);
  if (state === 'waiting') return t('timeline.waits');
  if (state === 'running' && run?.text) return `… ${run.text.slice(-NOTE_LENGTH)}`;
  const port = run && firedPortOf(run);
  return port === undefined ? undefined : `→ ${port}`;
}
