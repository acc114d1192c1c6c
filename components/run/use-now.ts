'use client';
import { useSyncExternalStore } from 'react';

/** `live` moves ten times a second, `slow` once a second, `never` stands still at 0. */
export type Pace = 'live' | 'slow' | 'never';

function clockOf(tickMs: number) {
  return {
    subscribe: (listener: () => void) => {
      const timer = setInterval(listener, tickMs);
      return () => clearInterval(timer);
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

/** The present in milliseconds since 1970, moving at this pace; 0 on the server. */
export function useNow(pace: Pace): number {
  return useSyncExternalStore(clocks[pace].subscribe, clocks[pace].read, readZero);
}
