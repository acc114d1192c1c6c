import type { ReactNode } from 'react';

type MonitorSectionProps = { id: string; title: string; text?: string; children: ReactNode };

export function MonitorSection({ id, title, text, children }: MonitorSectionProps) {
  return (
    <div data-part={id} className="grid min-w-0 gap-2">
      <header className="flex flex-wrap items-baseline gap-x-3">
        <h2 className="text-name font-title">{title}</h2>
        {text ? <p className="text-meta text-ink-3">{text}</p> : null}
      </header>
      {children}
    </div>
  );
}
