'use client';
import { useSyncExternalStore } from 'react';
import { randomKey } from '#lib/text/random-key.ts';

/** Names of the sessions that runs of the editor are turns of, by workflow. Gone with the page. */
const names = new Map<string, string>();
const listeners = new Set<() => void>();

function set(workflowId: string, name: string | undefined): void {
  if (name === undefined) names.delete(workflowId);
  else names.set(workflowId, name);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const turnStore = {
  /** The session of the next run; undefined for a run without one. */
  read: (workflowId: string): string | undefined => names.get(workflowId),
  begin: (workflowId: string) => set(workflowId, `editor-${randomKey()}`),
  end: (workflowId: string) => set(workflowId, undefined),
};

export function useTurns(workflowId: string): string | undefined {
  return useSyncExternalStore(
    subscribe,
    () => names.get(workflowId),
    () => undefined,
  );
}
