'use client';
import { useState } from 'react';
import { resumeRun } from '#components/run-view/fork/resume-run.ts';
import { errorMessage } from '#lib/errors/error-message.ts';

/** The state of a resume request. */
export type Resuming = {
  /** The command is being sent. */
  readonly isBusy: boolean;
  /** Why the request failed. */
  readonly problem: string | undefined;
  resume(how: { isStep: boolean }): void;
};

/** Resumes a run from its breakpoints, once per double click. `breakpoints` replace those of the run, if given. */
export function useResume(runId: string, breakpoints?: () => readonly string[]): Resuming {
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  return {
    isBusy,
    problem,
    async resume({ isStep }) {
      if (isBusy) return;
      setIsBusy(true);
      setProblem(undefined);
      try {
        await resumeRun(runId, { isStep, breakpoints: breakpoints?.() });
      } catch (error) {
        setProblem(errorMessage(error));
      }
      setIsBusy(false);
    },
  };
}
