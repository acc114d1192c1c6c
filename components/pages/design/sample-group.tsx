import type { ReactNode } from 'react';

/** Controls of one kind under their title. */
export function SampleGroup({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={`design-${id}`} className="grid gap-3">
      <h2 id={`design-${id}`} className="border-b border-line-1 pb-1 text-name font-title">
        {title}
      </h2>
      {children}
    </section>
  );
}

/** The states of one control, next to its name. */
export function SampleRow({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid items-start gap-x-4 gap-y-1 md:grid-cols-[120px_minmax(0,1fr)]">
      <span className="pt-1 text-ink-3">{name}</span>
      <div className="flex min-w-0 flex-wrap items-center gap-2">{children}</div>
    </div>
  );
}
