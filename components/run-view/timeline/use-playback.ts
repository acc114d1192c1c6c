'use client';
import { useEffect, useState } from 'react';

/** The longest playback: long runs play faster, short ones slower, so that there is something to see. */
const PLAY_MAX_MS = 20_000;
const PLAY_MIN_MS = 3000;

type Playback = {
  /** The playhead, and the ends of the run; milliseconds since 1970. */
  readonly atMs: number;
  readonly startedMs: number;
  readonly endMs: number;
  readonly onMove: (atMs: number) => void;
  /** The playback reached the end. */
  readonly onEnd: () => void;
};

/** Moves the playhead as time passed in the run. From its end it plays all of the run again. */
export function usePlayback(playback: Playback): {
  readonly isPlaying: boolean;
  readonly toggle: () => void;
  readonly stop: () => void;
} {
  // Where it began in the run, and when; undefined while nothing is played.
  const [began, setBegan] = useState<{ readonly runMs: number; readonly clockMs: number }>();
  const { atMs, startedMs, endMs, onMove, onEnd } = playback;
  useEffect(() => {
    if (!began) return;
    const lengthMs = endMs - startedMs;
    const speed = lengthMs / Math.min(Math.max(lengthMs, PLAY_MIN_MS), PLAY_MAX_MS);
    const frame = requestAnimationFrame(() => {
      const nextMs = began.runMs + (performance.now() - began.clockMs) * speed;
      if (nextMs < endMs) return onMove(nextMs);
      setBegan(undefined);
      onEnd();
    });
    return () => cancelAnimationFrame(frame);
  });
  return {
    isPlaying: began !== undefined,
    toggle: () => setBegan(began ? undefined : { runMs: atMs >= endMs ? startedMs : atMs, clockMs: performance.now() }),
    stop: () => setBegan(undefined),
  };
}
