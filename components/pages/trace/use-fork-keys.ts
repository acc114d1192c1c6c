'use client';
import { useEffect, useEffectEvent } from 'react';
import { isTyping } from '#components/ui/event-target.ts';

type ForkKeys = {
  /** F: plans a fork at the shown moment. */
  readonly onFork: (() => void) | undefined;
  /** F9 resumes the run, F10 until the next node. */
  readonly onResume: (how: { isStep: boolean }) => void;
};

/** The keys of forks and breakpoints where the editor's own table of keys is not. */
export function useForkKeys({ onFork, onResume }: ForkKeys): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    if (event.key === 'F9' || event.key === 'F10') onResume({ isStep: event.key === 'F10' });
    else if (event.key.toLowerCase() === 'f' && onFork && !isTyping(event.target)) onFork();
    else return;
    event.preventDefault();
  });
  useEffect(() => {
    const listening = new AbortController();
    window.addEventListener('keydown', (event) => onKeyDown(event), { signal: listening.signal });
    return () => listening.abort();
  }, []);
}
