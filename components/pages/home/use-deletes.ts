'use client';
import { useEffect, useRef, useState } from 'react';
import { apiClient } from '#components/data/api-client.ts';
import { DelayedDeletes } from '#components/pages/home/delayed-deletes.ts';
import { ApiError } from '#lib/api/api-error.ts';
import type { Client } from '#lib/api/client.ts';
import { deleteDeployment } from '#lib/api/deployments.contract.ts';
import { makeMethods } from '#lib/api/make-methods.ts';
import { deleteWorkflow } from '#lib/api/workflows.contract.ts';

type Removing = Pick<Client, 'deleteDeployment' | 'deleteWorkflow'>;

/** Its requests continue when the page is gone, so their contracts must be loaded before. */
const lastingClient: Removing = makeMethods(
  { baseUrl: '', fetch: (url, init) => fetch(url, { ...init, keepalive: true }) },
  { deleteDeployment, deleteWorkflow },
);

type Callbacks = { readonly onGone: () => void; readonly onFailed: (workflowId: string, error: unknown) => void };
export type Deletes = {
  /** Deleted, as far as the reader is concerned. */
  readonly pending: ReadonlySet<string>;
  /** @param slugs addresses that go with the workflow */
  add(workflowId: string, slugs: readonly string[]): void;
  undo(workflowId: string): void;
};

/** Deletes that can be undone for a while; leaving the page carries them out. */
export function useDeletes(callbacks: Callbacks): Deletes {
  const [pending, setPending] = useState<ReadonlySet<string>>(new Set());
  const latest = useRef(callbacks);
  const slugsOf = useRef(new Map<string, readonly string[]>());
  const [deletes] = useState(
    () =>
      new DelayedDeletes({
        onChange: setPending,
        after: (delayMs, callback) => {
          const timer = setTimeout(callback, delayMs);
          return () => clearTimeout(timer);
        },
        remove: async (workflowId, { isLeaving }) => {
          try {
            await removeWorkflow(isLeaving ? lastingClient : apiClient, workflowId, {
              slugs: slugsOf.current.get(workflowId) ?? [],
              isAtOnce: isLeaving,
            });
            latest.current.onGone();
          } catch (error) {
            latest.current.onFailed(workflowId, error);
          }
        },
      }),
  );

  useEffect(() => {
    latest.current = callbacks;
  });
  useEffect(() => {
    const flush = () => deletes.flush();
    window.addEventListener('pagehide', flush);
    return () => {
      window.removeEventListener('pagehide', flush);
      flush();
    };
  }, [deletes]);

  return {
    pending,
    add(workflowId, slugs) {
      slugsOf.current.set(workflowId, slugs);
      deletes.add(workflowId);
    },
    undo: (workflowId) => deletes.undo(workflowId),
  };
}

type Removal = { readonly slugs: readonly string[]; readonly isAtOnce: boolean };

/**
 * Deletes the endpoints first, so that none remains without its workflow; all in parallel when the
 * user leaves the page.
 */
async function removeWorkflow(client: Removing, workflowId: string, { slugs, isAtOnce }: Removal): Promise<void> {
  const endpoints = Promise.all(slugs.map((slug) => unlessGone(client.deleteDeployment({ params: { slug } }))));
  if (!isAtOnce) await endpoints;
  await Promise.all([endpoints, unlessGone(client.deleteWorkflow({ params: { id: workflowId } }))]);
}

async function unlessGone(removal: Promise<unknown>): Promise<void> {
  try {
    await removal;
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 404)) throw error;
  }
}
