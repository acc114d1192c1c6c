'use client';
import { useEffect, useEffectEvent } from 'react';
import { isOnCanvas } from '#components/ui/event-target.ts';

/** Escape closes the panel also with the focus on the canvas, before the canvas handles the key. */
export function useLeaveByKey(onLeave: () => void): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !isOnCanvas(event.target)) return;
    event.preventDefault();
    event.stopPropagation();
    onLeave();
  });
  useEffect(() => {
    const listening = new AbortController();
    window.addEventListener('keydown', (event) => onKeyDown(event), { signal: listening.signal, capture: true });
    return () => listening.abort();
  }, []);
}
