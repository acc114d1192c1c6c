import { ChevronsUpDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { controlLook } from '#components/ui/control-look.ts';

/** The browser's own list: it works with every keyboard, screen reader and phone. */
export function Select({ className = '', children, ...props }: ComponentProps<'select'>) {
  return (
    <span className="relative inline-flex w-full min-w-0">
      <select {...props} className={`${controlLook} h-7 appearance-none truncate pr-6 ${className}`}>
        {children}
      </select>
      <ChevronsUpDown size={12} className="pointer-events-none absolute top-2 right-1.5 text-ink-3" aria-hidden="true" />
    </span>
  );
}
