'use client';
import { useState } from 'react';
import { resumeRun } from '#components/run-view/fork/resume-run.ts';
import { errorMessage } from '#lib/errors/error-message.ts';

/** How a run is told to go on. */
export type Resuming = {
  /** The command is under way. */
  readonly isBusy: boolean;
  /** Why the run was not told. */
  readonly problem: string | undefined;
  resume(how: { isStep: boolean }): void;
};

/** Lets a run go on from its breakpoints, once for two clicks. `breakpoints` are those it has from then on; without them it keeps its own. */
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
