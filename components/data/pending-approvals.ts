import { createStore } from 'zustand/vanilla';

export type PendingCount = { readonly count: number; readonly hasMore: boolean };

const COUNTED_MAX = 99;

/** Open approvals of the workspace. The rail polls it; a page that loads approvals updates it. */
export const pendingApprovals = createStore<PendingCount>(() => ({ count: 0, hasMore: false }));

/** The page size that is enough to count. */
export const PENDING_PAGE = COUNTED_MAX + 1;

export function setPendingApprovals(items: readonly unknown[]): void {
  pendingApprovals.setState({ count: Math.min(items.length, COUNTED_MAX), hasMore: items.length > COUNTED_MAX });
}
