'use client';
import type { ReactNode } from 'react';
import { useIsHydrated } from '#components/ui/use-is-hydrated.ts';

/** Controls that take clicks only once the page handles them: before that a click would be lost. */
export function WhenHydrated({ children }: { readonly children: ReactNode }) {
  const isHydrated = useIsHydrated();
  return (
    <span inert={!isHydrated} className="contents">
      {children}
    </span>
  );
}
