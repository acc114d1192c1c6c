'use client';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { errorMessage } from '#lib/errors/error-message.ts';

export type Making = {
  readonly isMaking: boolean;
  /** Why the last one could not be saved. */
  readonly problem: string | undefined;
  /** Makes it and opens it. @param openWith what the address of its editor says besides, by its id */
  make(create: () => Promise<string>, openWith?: (id: string) => Promise<Readonly<Record<string, string>>>): Promise<void>;
};

/** One workflow is made at a time; then the editor opens it. */
export function useMaking(): Making {
  const router = useRouter();
  const [isMaking, setIsMaking] = useState(false);
  const [problem, setProblem] = useState<string>();
  const make: Making['make'] = async (create, openWith) => {
    if (isMaking) return;
    setIsMaking(true);
    setProblem(undefined);
    try {
      const id = await create();
      const query = new URLSearchParams(await openWith?.(id)).toString();
      router.push(`/workflows/${encodeURIComponent(id)}${query === '' ? '' : `?${query}`}`);
    } catch (error) {
      setProblem(errorMessage(error));
      setIsMaking(false);
    }
  };
  return { isMaking, problem, make };
}
