'use client';
import { useState } from 'react';
import { apiClient } from '#components/run/api-client.ts';
import type { ModelTrialResource } from '#lib/api/models.contract.ts';

/** How far a test call of a model is. */
export type ModelTest =
  | { readonly step: 'none' }
  | { readonly step: 'testing'; readonly sinceMs: number }
  | { readonly step: 'answered'; readonly trial: ModelTrialResource }
  | { readonly step: 'refused'; readonly message: string };

/** One small real call of a model, one at a time. */
export function useModelTest(name: string): { readonly test: ModelTest; readonly run: () => Promise<void> } {
  const [test, setTest] = useState<ModelTest>({ step: 'none' });
  async function run() {
    if (test.step === 'testing') return;
    setTest({ step: 'testing', sinceMs: Date.now() });
    try {
      setTest({ step: 'answered', trial: await apiClient.testModel({ params: { name } }) });
    } catch (error) {
      setTest({ step: 'refused', message: error instanceof Error ? error.message : String(error) });
    }
  }
  return { test, run };
}
