'use client';
import { useCallback, useEffect, useRef, useState } from 'react';
import { apiClient } from '#components/data/api-client.ts';
import type { WorkflowRow, WorkflowRows } from '#components/pages/home/home-data.ts';
import { loadRows } from '#components/pages/home/load-rows.ts';

const TYPING_PAUSE_MS = 200;
/** A page that the browser brings back from its memory is older than this, and so is what it lists. */
const FRESH_MS = 5000;

type Asked = { readonly search: string; readonly isMore: boolean };
export type HomeList = WorkflowRows & {
  readonly search: string;
  /** When the newest answer came: what is listed is as old as that. */
  readonly askedAtMs: number;
  readonly isLoading: boolean;
  /** Why the list could not be asked for. */
  readonly problem: string | undefined;
  find(search: string): void;
  loadMore(): void;
  reload(): void;
  change(workflowId: string, change: Partial<WorkflowRow>): void;
};

/** The list of workflows, from what the server sent on: searched, and longer by a page at a time. Only the last question is answered. */
export function useHomeList(first: WorkflowRows, madeAt: string): HomeList {
  const [list, setList] = useState(first);
  const [askedAtMs, setAskedAtMs] = useState(Date.parse(madeAt));
  const [search, setSearch] = useState('');
  const [isLoading, setIsLoading] = useState(false);
  const [problem, setProblem] = useState<string>();
  const asking = useRef<AbortController>(undefined);
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);

  const ask = useCallback(async ({ search, isMore }: Asked, cursor?: string) => {
    asking.current?.abort();
    const controller = new AbortController();
    asking.current = controller;
    const { signal } = controller;
    setIsLoading(true);
    try {
      const page = await loadRows(apiClient, { search, signal, ...(cursor !== undefined && { cursor }) });
      if (signal.aborted) return;
      setList((shown) => (isMore ? { rows: joinRows(shown.rows, page.rows), nextCursor: page.nextCursor } : page));
      setAskedAtMs(Date.now());
      setProblem(undefined);
    } catch (error) {
      if (signal.aborted) return;
      setProblem(error instanceof Error ? error.message : String(error));
    }
    setIsLoading(false);
  }, []);

  useEffect(() => {
    if (Date.now() - Date.parse(madeAt) > FRESH_MS) void ask({ search: '', isMore: false });
    return () => {
      asking.current?.abort();
      clearTimeout(pause.current);
    };
  }, [ask, madeAt]);

  return {
    ...list,
    search,
    askedAtMs,
    isLoading,
    problem,
    find(text) {
      setSearch(text);
      clearTimeout(pause.current);
      pause.current = setTimeout(() => void ask({ search: text.trim(), isMore: false }), TYPING_PAUSE_MS);
    },
    loadMore: () => void ask({ search: search.trim(), isMore: true }, list.nextCursor ?? undefined),
    reload: () => void ask({ search: search.trim(), isMore: false }),
    change: (workflowId, change) =>
      setList(({ rows, nextCursor }) => ({
        nextCursor,
        rows: rows.map((row) => (row.workflowId === workflowId ? { ...row, ...change } : row)),
      })),
  };
}

/** A workflow that was saved between two pages would stand on both. */
function joinRows(shown: readonly WorkflowRow[], more: readonly WorkflowRow[]): WorkflowRow[] {
  const known = new Set(shown.map(({ workflowId }) => workflowId));
  return [...shown, ...more.filter(({ workflowId }) => !known.has(workflowId))];
}
