'use client';
import { usePathname } from 'next/navigation';
import { useEffect, useState } from 'react';
import { apiClient } from '#components/data/api-client.ts';

const ASK_EVERY_MS = 10_000;
const MAX_COUNTED = 99;

export type PendingCount = { readonly count: number; readonly hasMore: boolean };

/** How many decisions people are asked for, in the whole workspace. It is asked again with each page, and while the page is looked at. */
export function usePendingApprovals(): PendingCount {
  const pathname = usePathname();
  const [pending, setPending] = useState<PendingCount>({ count: 0, hasMore: false });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page may come from a decision
  useEffect(() => {
    const asking = new AbortController();
    const { signal } = asking;
    const ask = async () => {
      if (document.visibilityState === 'hidden') return;
      try {
        const page = await apiClient.listApprovals({ query: { status: 'pending', limit: MAX_COUNTED } }, { signal });
        const next = { count: page.items.length, hasMore: page.nextCursor !== null };
        if (!signal.aborted) setPending((now) => (now.count === next.count && now.hasMore === next.hasMore ? now : next));
      } catch {
        // The number that was known stays; the page itself says when the server is gone.
      }
    };
    void ask();
    const timer = setInterval(ask, ASK_EVERY_MS);
    window.addEventListener(APPROVALS_CHANGED, ask);
    return () => {
      asking.abort();
      clearInterval(timer);
      window.removeEventListener(APPROVALS_CHANGED, ask);
    };
  }, [pathname]);
  return pending;
}

const APPROVALS_CHANGED = 'threadloom:approvals-changed';

/** Called where something was decided, so that the number is right at once. */
export function tellApprovalsChanged(): void {
  window.dispatchEvent(new Event(APPROVALS_CHANGED));
}
