'use client';
import type { ReactNode } from 'react';
import { useRunOutline } from '#components/editor/run/run-overlay.ts';
import { FixedNow } from '#components/ui/use-now.ts';

/** While a moment of the run is shown, all below count their times with it instead of with the clock. */
export function ShownPresent({ children }: { children: ReactNode }) {
  return <FixedNow value={useRunOutline()?.moment?.atMs}>{children}</FixedNow>;
}
