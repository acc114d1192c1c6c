'use client';
import { useState } from 'react';
import { apiClient } from '#components/data/api-client.ts';
import type { ModelTrialResource } from '#lib/api/models.contract.ts';
import { errorMessage } from '#lib/errors/error-message.ts';

/** How far a test call of a model is. */
export type ModelTest =
  | { readonly step: 'none' }
  | { readonly step: 'testing'; readonly sinceMs: number }
  | { readonly step: 'answered'; readonly trial: ModelTrialResource }
  | { readonly step: 'refused'; readonly message: string };

const notTested: ModelTest = { step: 'none' };

type ModelTests = {
  readonly testOf: (name: string) => ModelTest;
  readonly run: (name: string) => Promise<void>;
  /** Shows an answer that the form got. */
  readonly show: (name: string, trial: ModelTrialResource) => void;
};

/** Small real calls of models, one at a time for each. */
export function useModelTests(): ModelTests {
  const [tests, setTests] = useState<ReadonlyMap<string, ModelTest>>(new Map());
  const testOf = (name: string) => tests.get(name) ?? notTested;
  const set = (name: string, test: ModelTest) => setTests((before) => new Map(before).set(name, test));
  async function run(name: string) {
    if (testOf(name).step === 'testing') return;
    set(name, { step: 'testing', sinceMs: Date.now() });
    try {
      set(name, { step: 'answered', trial: await apiClient.testModel({ params: { name } }) });
    } catch (error) {
      set(name, { step: 'refused', message: errorMessage(error) });
    }
  }
  return { testOf, run, show: (name, trial) => set(name, { step: 'answered', trial }) };
}
