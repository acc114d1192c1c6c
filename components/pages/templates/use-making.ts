'use client';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { TOUR_PARAMETER } from '#components/editor/tour/tour-memory.ts';
import { errorMessage } from '#lib/errors/error-message.ts';

export type Making = {
  readonly isMaking: boolean;
  /** Why the last one could not be saved. */
  readonly problem: string | undefined;
  /** Makes it and opens it; with `isTour` the newcomer is shown around there. */
  make(create: () => Promise<string>, opening?: { isTour: boolean }): Promise<void>;
};

/** One workflow is made at a time; then the editor opens it. */
export function useMaking(): Making {
  const router = useRouter();
  const [isMaking, setIsMaking] = useState(false);
  const [problem, setProblem] = useState<string>();
  async function make(create: () => Promise<string>, { isTour } = { isTour: false }) {
    if (isMaking) return;
    setIsMaking(true);
    setProblem(undefined);
    try {
      router.push(`/workflows/${encodeURIComponent(await create())}${isTour ? `?${TOUR_PARAMETER}=1` : ''}`);
    } catch (error) {
      setProblem(errorMessage(error));
      setIsMaking(false);
    }
  }
  return { isMaking, problem, make };
}
