'use client';
import { useTranslations } from 'use-intl';
import { useEstimate, type Work } from '#components/ui/use-estimate.ts';
import { roundTimeLeft } from '#lib/progress/time-left.ts';

type ProgressProps = {
  /** What is worked on; the accessible name. */
  readonly label: string;
  /** Undefined while nothing is known about its extent. */
  readonly work?: Work | undefined;
  /** `12 of 40 files, 3.1 of 9 MB`. @defaultValue the share in percent */
  readonly amount?: string | undefined;
  /**
   * `block`: label and words above a bar of the full width. Where the page shows the name: `line`, a short bar and its
   * words; `stack`, the words below the bar. @defaultValue 'block'
   */
  readonly look?: 'block' | 'line' | 'stack';
  /** Shows the bar before the work has taken two seconds. @defaultValue false */
  readonly isAtOnce?: boolean;
};

const NOTHING_KNOWN: Work = { done: 0, total: undefined };

/** How far work is, and how long it still takes as soon as that is known. It begins when this is mounted. */
export function Progress({ label, work = NOTHING_KNOWN, amount, look = 'block', isAtOnce = false }: ProgressProps) {
  const t = useTranslations('progress');
  const { leftMs, isLong } = useEstimate(work);
  if (!isAtOnce && !isLong) return null;
  const share = work.total === undefined ? undefined : Math.min(1, work.total === 0 ? 1 : work.done / work.total);
  const percent = share === undefined ? undefined : Math.floor(share * 100);
  const time = leftMs === undefined ? undefined : roundTimeLeft(leftMs);
  const words = [
    amount ?? (percent === undefined ? undefined : t('percent', { percent })),
    time && t(`left.${time.unit}`, { count: time.count }),
  ].filter((text) => text !== undefined);
  const isBlock = look === 'block';
  const isLine = look === 'line';
  return (
    <span data-part="progress" className={isLine ? 'flex min-w-0 items-center gap-2' : 'grid min-w-0 gap-1'}>
      {isBlock ? (
        <span className="flex flex-wrap items-baseline justify-between gap-x-3">
          <span className="min-w-0 wrap-anywhere">{label}</span>
          <span className="num text-meta text-ink-3">{words.join(' · ')}</span>
        </span>
      ) : null}
      <span
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        aria-valuetext={words.length === 0 ? undefined : words.join(', ')}
        className={`block h-1.5 overflow-hidden rounded-chip bg-line-2 ${isLine ? 'w-24 shrink-0' : 'w-full'}`}
      >
        {share === undefined ? (
          <i className="block h-full w-1/3 rounded-chip bg-(--progress,var(--accent)) motion-safe:animate-slide" />
        ) : (
          <i
            className="block h-full origin-left rounded-chip bg-(--progress,var(--accent)) motion-safe:transition-[width] motion-safe:duration-200"
            style={{ width: `${share * 100}%` }}
          />
        )}
      </span>
      {!isBlock && words.length > 0 ? <span className="num min-w-0 text-meta text-ink-3">{words.join(' · ')}</span> : null}
    </span>
  );
}
