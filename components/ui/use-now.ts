'use client';
import { createContext, use, useEffect, useSyncExternalStore } from 'react';
import { Clock } from '#components/ui/clock.ts';
import { isTerminal, type RunStatus } from '#lib/run/run-status.ts';

/** `live` moves ten times a second, five where a large workflow is drawn; `slow` once a second; `never` stands still at 0. */
type Pace = 'live' | 'slow' | 'never';

const LIVE_MS = 100;
const CALM_MS = 200;

const readZero = () => 0;
const clocks = {
  live: new Clock(LIVE_MS),
  slow: new Clock(1000),
  never: { subscribe: () => () => {}, read: readZero },
};

/**
 * Lets the `live` clock go at half its pace for as long as a large workflow is drawn: with each tick the whole page is laid out and painted, which takes longer the
 * more there is, and a run of hundreds of nodes moves enough at either pace.
 */
export function useCalmClock(isCalm: boolean): void {
  useEffect(() => {
    if (!isCalm) return;
    clocks.live.setTick(CALM_MS);
    return () => clocks.live.setTick(LIVE_MS);
  }, [isCalm]);
}

/** Calls back with the `live` clock, after which times are drawn anyway, so that what is told then is drawn together with them. @returns how to stop */
export const everyTick = clocks.live.subscribe;

/** A moment that all below take for the present, in milliseconds since 1970: what they show is a run as it was then. */
export const FixedNow = createContext<number | undefined>(undefined);

/** The present in milliseconds since 1970, moving at this pace; 0 on the server. Inside a `FixedNow` it is the moment given there. */
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
