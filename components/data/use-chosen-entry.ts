'use client';
import { useRouter, useSearchParams } from 'next/navigation';
import { startTransition, useOptimistic } from 'react';

/**
 * The entry of a list that the address of its page names, and how another one is chosen. That is shown at once: what a
 * person does before the page of the new address is there must not reach the entry before.
 *
 * @param path of the page @param name of the parameter
 */
export function useChosenEntry(path: string, name: string): [chosen: string | null, choose: (entry: string) => void] {
  const router = useRouter();
  const [chosen, show] = useOptimistic(useSearchParams().get(name));
  const choose = (entry: string) =>
    startTransition(() => {
      show(entry);
      router.replace(`${path}?${name}=${encodeURIComponent(entry)}`, { scroll: false });
    });
  return [chosen, choose];
}
