import type { ReactNode } from 'react';

type MessagePageProps = { title: string; text: string; children?: ReactNode };

/** A page with one message and an action. */
export function MessagePage({ title, text, children }: MessagePageProps) {
  return (
    <main id="main" className="grid grow content-center justify-items-center bg-panel px-6 py-12">
      <div className="grid max-w-[52ch] justify-items-start gap-2">
        <h1 className="text-title font-title">{title}</h1>
        <p className="text-name text-ink-2 wrap-anywhere">{text}</p>
        <div className="flex gap-2 pt-2">{children}</div>
      </div>
    </main>
  );
}
