'use client';
import { useEffect, useRef, useState } from 'react';
import { errorMessage } from '#lib/errors/error-message.ts';

type Starting = {
  readonly isBusy: boolean;
  /** Why it was not started. */
  readonly problem: string | undefined;
  start(): void;
};

/** Starts something once, ignoring calls meanwhile. The component may be unmounted by then. */
export function useStarting(start: () => Promise<void> | undefined): Starting {
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const isGone = useRef(false);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
    };
  }, []);
  return {
    isBusy,
    problem,
    async start() {
      if (isBusy) return;
      setIsBusy(true);
      setProblem(undefined);
      try {
        await start();
      } catch (error) {
        if (!isGone.current) setProblem(errorMessage(error));
      }
      if (!isGone.current) setIsBusy(false);
    },
  };
}
