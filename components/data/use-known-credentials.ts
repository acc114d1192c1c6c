'use client';
import { useEffect, useState } from 'react';
import { apiClient } from '#components/data/api-client.ts';
import { loadCredentials } from '#components/data/load-credentials.ts';
import type { CredentialResource } from '#lib/api/credentials.contract.ts';
import { errorMessage } from '#lib/errors/error-message.ts';

export type KnownCredentials = {
  /** Undefined while they load. */
  readonly credentials: readonly CredentialResource[] | undefined;
  readonly problem: string | undefined;
  reload(): Promise<void>;
};

/** The credentials of the workspace, where no query client is. */
export function useKnownCredentials(): KnownCredentials {
  const [credentials, setCredentials] = useState<readonly CredentialResource[]>();
  const [problem, setProblem] = useState<string>();
  async function load(signal?: AbortSignal) {
    try {
      setCredentials(await loadCredentials(apiClient, signal));
      setProblem(undefined);
    } catch (error) {
      if (!signal?.aborted) setProblem(errorMessage(error));
    }
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: loaded once; `reload` loads again
  useEffect(() => {
    const controller = new AbortController();
    void load(controller.signal);
    return () => controller.abort();
  }, []);
  return { credentials, problem, reload: () => load() };
}

/** Ids of the credentials that fill the slots of a workflow, by slot. */
export function filledSlots(credentials: readonly CredentialResource[], workflowId: string): ReadonlyMap<string, string> {
  return new Map(
    credentials.flatMap(({ id, usedBy }) =>
      usedBy.filter((user) => user.workflowId === workflowId).map(({ slot }) => [slot, id] as const),
    ),
  );
}
