'use client';
import { useSyncExternalStore } from 'react';

const TICK_MS = 100;

const subscribeToTicks = (listener: () => void) => {
  const timer = setInterval(listener, TICK_MS);
  return () => clearInterval(timer);
};
const subscribeToNothing = () => () => {};
const readTick = () => Math.floor(Date.now() / TICK_MS) * TICK_MS;

/** The present in milliseconds since 1970, moving ten times a second while `isRunning`; 0 on the server. */
export function useNow(isRunning: boolean): number {
  return useSyncExternalStore(isRunning ? subscribeToTicks : subscribeToNothing, isRunning ? readTick : readZero, readZero);
}

const readZero = () => 0;
