'use client';
import { createContext, use, useSyncExternalStore } from 'react';
import { isTerminal, type RunStatus } from '#lib/run/run-status.ts';

/** `live` moves ten times a second, `slow` once a second, `never` stands still at 0. */
type Pace = 'live' | 'slow' | 'never';

/** One timer for all who look, so that their times move together. */
function clockOf(tickMs: number) {
  const listeners = new Set<() => void>();
  let timer: ReturnType<typeof setInterval> | undefined;
  const tick = () => {
    for (const listener of listeners) listener();
  };
  return {
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      timer ??= setInterval(tick, tickMs);
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        clearInterval(timer);
        timer = undefined;
      };
    },
    read: () => Math.floor(Date.now() / tickMs) * tickMs,
  };
}

const readZero = () => 0;
const clocks = {
  live: clockOf(100),
  slow: clockOf(1000),
  never: { subscribe: () => () => {}, read: readZero },
};

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
