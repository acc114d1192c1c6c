import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { StatusMark } from '#components/ui/status-mark.tsx';

const looks = {
  error: 'border-failed-line [&>header]:border-failed-line [&>header]:bg-failed-bg [&>header]:text-failed',
  warning: 'border-waiting-line [&>header]:border-waiting-line [&>header]:bg-waiting-bg [&>header]:text-waiting',
} as const;

type NoticeProps = { kind: keyof typeof looks; title: string; code?: string | undefined; children?: ReactNode };

/** What went wrong, in words first, then the code, then what there is to say about it. */
export function Notice({ kind, title, code, children }: NoticeProps) {
  return (
    <section className={`min-w-0 overflow-hidden rounded-control border bg-raised ${looks[kind]}`}>
      <header className="flex min-h-7 flex-wrap items-center gap-x-2 border-b px-3 py-1">
        {kind === 'error' ? <StatusMark state="failed" /> : <CircleAlert size={12} aria-hidden="true" />}
        <strong className="text-name font-title wrap-anywhere">{title}</strong>
        {code ? <code className="text-meta text-ink-2">{code}</code> : null}
      </header>
      {children ? <div className="px-3 py-2 text-ink-2 wrap-anywhere">{children}</div> : null}
    </section>
  );
}
