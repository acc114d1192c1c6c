'use client';
import { useState } from 'react';
import { goOn } from '#components/run-view/fork/go-on.ts';
import { errorMessage } from '#lib/errors/error-message.ts';

/** How a run is told to go on. */
export type GoingOn = {
  /** The command is under way. */
  readonly isBusy: boolean;
  /** Why the run was not told. */
  readonly problem: string | undefined;
  goOn(how: { isStep: boolean }): void;
};

/** Lets a run go on from its breakpoints, once for two clicks. `breakpoints` are those it has from then on; without them it keeps its own. */
export function useGoingOn(runId: string, breakpoints?: () => readonly string[]): GoingOn {
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  return {
    isBusy,
    problem,
    async goOn({ isStep }) {
      if (isBusy) return;
      setIsBusy(true);
      setProblem(undefined);
      try {
        await goOn(runId, { isStep, breakpoints: breakpoints?.() });
      } catch (error) {
        setProblem(errorMessage(error));
      }
      setIsBusy(false);
    },
  };
}
