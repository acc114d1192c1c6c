'use client';
import { createContext, use, useEffect, useSyncExternalStore } from 'react';
import { Clock } from '#components/ui/clock.ts';
import { isTerminal } from '#lib/run/is-terminal.ts';
import type { RunStatus } from '#lib/run/run-status.ts';

/** `live` ticks ten times a second, four with a large workflow; `slow` once a second; `never` stays at 0. */
type Pace = 'live' | 'slow' | 'never';

const LIVE_MS = 100;
const CALM_MS = 250;

const readZero = () => 0;
const clocks = {
  live: new Clock(LIVE_MS),
  slow: new Clock(1000),
  never: { subscribe: () => () => {}, read: readZero },
};

/**
 * Slows the `live` clock down while a large workflow is drawn: each tick lays out and paints the whole page.
 */
export function useCalmClock(isCalm: boolean): void {
  useEffect(() => {
    if (!isCalm) return;
    clocks.live.setTick(CALM_MS);
    return () => clocks.live.setTick(LIVE_MS);
  }, [isCalm]);
}

/** Subscribes to the `live` clock, to render together with times. @returns how to stop */
export const everyTick = clocks.live.subscribe;

/** A moment that all below take for the present, in milliseconds since 1970: what they show is a run as it was then. */
export const FixedNow = createContext<number | undefined>(undefined);

/** The present in milliseconds since 1970, at this pace; 0 on the server. Inside a `FixedNow` it is that moment. */
export function useNow(pace: Pace): number {
  const fixedMs = use(FixedNow);
  const { subscribe, read } = clocks[fixedMs === undefined ? pace : 'never'];
  const nowMs = useSyncExternalStore(subscribe, read, readZero);
  return fixedMs ?? nowMs;
}

/** The pace of a run's times. One that waits may do so for days. */
export function paceOf(status: RunStatus): Pace {
  if (isTerminal(status)) return 'never';
  return status === 'waiting' ? 'slow' : 'live';
}
