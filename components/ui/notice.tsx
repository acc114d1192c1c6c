import type { ReactNode } from 'react';
import { StatusMark } from '#components/ui/status-mark.tsx';
import { Ways } from '#components/ui/ways.tsx';

type NoticeProps = { title: string; code?: string | undefined; children?: ReactNode };

/** An error: message, then code, then details. */
export function Notice({ title, code, children }: NoticeProps) {
  return (
    <section className="min-w-0 overflow-hidden rounded-control border border-failed-line bg-raised">
      <header className="flex min-h-7 items-start gap-2 border-b border-failed-line bg-failed-bg px-3 py-1 text-failed">
        <span className="grid h-5 shrink-0 place-items-center">
          <StatusMark state="failed" />
        </span>
        <span className="min-w-0">
          <strong className="text-name font-title wrap-anywhere">{title}</strong>{' '}
          {code ? <code className="text-meta whitespace-nowrap text-ink-2">{code}</code> : null}
        </span>
      </header>
      {children ? (
        <div className="px-3 py-2 text-ink-2 wrap-anywhere">
          {children}
          <Ways of={children} />
        </div>
      ) : (
        <div className="px-3 py-1 empty:hidden">
          <Ways of={title} />
        </div>
      )}
    </section>
  );
}
