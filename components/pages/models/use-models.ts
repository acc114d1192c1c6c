'use client';
import { useState } from 'react';
import { apiClient } from '#components/data/api-client.ts';
import type { ConfiguredModelResource } from '#lib/api/models.contract.ts';

export type Models = {
  readonly models: readonly ConfiguredModelResource[];
  /** What went wrong with the last change. */
  readonly problem: string | undefined;
  reload(): Promise<void>;
  /** One change, after which the list is asked for again. Not twice at once. */
  change(call: () => Promise<unknown>): Promise<void>;
};

/** The models of the server, asked for again after every change. */
export function useModels(first: readonly ConfiguredModelResource[]): Models {
  const [models, setModels] = useState(first);
  const [problem, setProblem] = useState<string>();
  const [isChanging, setIsChanging] = useState(false);
  const reload = async () => setModels((await apiClient.listConfiguredModels()).items);
  async function change(call: () => Promise<unknown>) {
    if (isChanging) return;
    setIsChanging(true);
    setProblem(undefined);
    try {
      await call();
      await reload();
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    }
    setIsChanging(false);
  }
  return { models, problem, reload, change };
}
