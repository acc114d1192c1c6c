import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';

type FoldedProps = { title: string; isOpen?: boolean; children: ReactNode };

/** A title that shows its content on click. */
export function Folded({ title, isOpen = false, children }: FoldedProps) {
  return (
    <details open={isOpen} className="group/fold min-w-0">
      <summary className="flex h-6 w-fit list-none items-center gap-1 rounded-control pr-1 text-meta text-ink-2 hover:text-ink-1 [&::-webkit-details-marker]:hidden">
        <ChevronRight size={12} aria-hidden="true" className="transition-transform duration-(--t-2) group-open/fold:rotate-90" />
        {title}
      </summary>
      <div className="pt-1">{children}</div>
    </details>
  );
}
