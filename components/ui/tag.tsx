import type { ReactNode } from 'react';

const looks = {
  plain: 'border-line-2 text-ink-2',
  waiting: 'border-waiting-line bg-waiting-bg text-waiting',
  failed: 'border-failed-line bg-failed-bg text-failed',
  accent: 'border-accent-line bg-accent-bg text-accent',
} as const;

/** A short label next to something. Run states use a mark instead. @defaultValue look `plain` */
export function Tag({ look = 'plain', children }: { look?: keyof typeof looks; children: ReactNode }) {
  return (
    <span
      className={`inline-flex h-4 max-w-full min-w-0 shrink-0 items-center gap-1 rounded-chip border px-1 text-meta whitespace-nowrap font-text ${looks[look]}`}
    >
      {typeof children === 'string' ? <span className="truncate">{children}</span> : children}
    </span>
  );
}
