'use client';
import { useCallback, useEffect, useRef, useState } from 'react';
import { apiClient } from '#components/data/api-client.ts';
import { type Inbox, loadInbox } from '#components/pages/approvals/load-inbox.ts';
import { tellApprovalsChanged } from '#components/shell/use-pending-approvals.ts';

const ASK_EVERY_MS = 3000;

/** The inbox, asked again while the page is looked at: runs ask and go on without this page. */
export function useInbox(first: Inbox): {
  readonly inbox: Inbox;
  readonly problem: string | undefined;
  readonly reload: () => void;
} {
  const [inbox, setInbox] = useState(first);
  const [problem, setProblem] = useState<string>();
  const asking = useRef<AbortController>(undefined);
  const reload = useCallback(async () => {
    if (document.visibilityState === 'hidden') return;
    asking.current?.abort();
    const controller = new AbortController();
    asking.current = controller;
    const { signal } = controller;
    try {
      const next = await loadInbox(apiClient, { signal });
      if (signal.aborted) return;
      setInbox((shown) => {
        if (shown.pending.length !== next.pending.length) tellApprovalsChanged();
        return next;
      });
      setProblem(undefined);
    } catch (error) {
      if (!signal.aborted) setProblem(error instanceof Error ? error.message : String(error));
    }
  }, []);
  useEffect(() => {
    const timer = setInterval(reload, ASK_EVERY_MS);
    return () => {
      clearInterval(timer);
      asking.current?.abort();
    };
  }, [reload]);
  return { inbox, problem, reload };
}
