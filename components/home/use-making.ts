'use client';
import { useRouter } from 'next/navigation';
import { useState } from 'react';

export type Making = {
  readonly isMaking: boolean;
  /** Why the last one could not be saved. */
  readonly problem: string | undefined;
  make(create: () => Promise<string>): Promise<void>;
};

/** One workflow is made at a time; then the editor opens it. */
export function useMaking(): Making {
  const router = useRouter();
  const [isMaking, setIsMaking] = useState(false);
  const [problem, setProblem] = useState<string>();
  async function make(create: () => Promise<string>) {
    if (isMaking) return;
    setIsMaking(true);
    setProblem(undefined);
    try {
      router.push(`/workflows/${encodeURIComponent(await create())}`);
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
      setIsMaking(false);
    }
  }
  return { isMaking, problem, make };
}
