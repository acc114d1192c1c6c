import { apiClient } from '#components/data/api-client.ts';
import { ApiError } from '#lib/api/api-error.ts';

type ResumeOptions = { readonly isStep: boolean; readonly breakpoints?: readonly string[] | undefined };

/**
 * Resumes a run that is paused at breakpoints; with `isStep` until the next node. The log records it.
 * @throws {Error} when the request failed; not when the run has finished meanwhile
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
