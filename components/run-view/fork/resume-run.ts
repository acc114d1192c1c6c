import { apiClient } from '#components/data/api-client.ts';
import { ApiError } from '#lib/api/api-error.ts';

type ResumeOptions = { readonly isStep: boolean; readonly breakpoints?: readonly string[] | undefined };

/**
 * Lets a run go on that stands at breakpoints; with `isStep` until the next node. The log says when it did.
 * @throws {Error} when it was not told; not when it has ended meanwhile
 */
export async function resumeRun(runId: string, { isStep, breakpoints }: ResumeOptions): Promise<void> {
  try {
    const body = { step: isStep, ...(breakpoints && { breakpoints: [...breakpoints] }) };
    await apiClient.continueRun({ params: { id: runId }, body });
  } catch (error) {
    if (error instanceof ApiError && error.code === 'run-ended') return;
    throw error;
  }
}
