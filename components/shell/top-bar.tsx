import type { ReactNode } from 'react';

type TopBarProps = {
  /** The title as first heading. Omitted if the page has its own. */
  title?: string;
  children?: ReactNode;
};

/** The line over a page: what it is, and what can be done with the whole of it. */
export function TopBar({ title, children }: TopBarProps) {
  return (
    <header className="flex min-h-(--bar-top) shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line-1 bg-chrome py-1 pr-2 pl-4">
      {title === undefined ? null : <h1 className="text-name font-title">{title}</h1>}
      {children}
    </header>
  );
}
