'use client';
import { useSyncExternalStore } from 'react';
import { apiClient } from '#components/data/api-client.ts';
import { pacedFrames } from '#components/run-view/paced-frames.ts';
import { emptyRunView, RunFeed, type RunView } from '#components/run-view/run-feed.ts';
import { everyTick } from '#components/ui/use-now.ts';

/** A hidden page draws no frames, and its log must grow all the same. */
const HIDDEN_FRAME_MS = 250;
const FEEDS_MAX = 20;

const feeds = new Map<string, RunFeed>();

/** The one feed of a run in this page. */
export function feedOf(runId: string): RunFeed {
  const known = feeds.get(runId);
  if (known) return known;
  const oldest = feeds.size >= FEEDS_MAX ? feeds.keys().next().value : undefined;
  if (oldest !== undefined) feeds.delete(oldest);
  const feed = new RunFeed(runId, { client: apiClient, onNextFrame: pacedFrames(onNextFrame, everyTick) });
  feeds.set(runId, feed);
  return feed;
}

function onNextFrame(callback: () => void): void {
  if (document.visibilityState === 'hidden') setTimeout(callback, HIDDEN_FRAME_MS);
  else requestAnimationFrame(callback);
}

const subscribeToNothing = () => () => {};

/** The run as far as its log has arrived; without an id a run that has not begun. `retry` reads on after a failure. */
export function useRunView(runId: string | undefined): { view: RunView; retry: () => void } {
  const feed = runId === undefined || typeof window === 'undefined' ? undefined : feedOf(runId);
  const view = useSyncExternalStore(
    feed?.subscribe ?? subscribeToNothing,
    feed?.read ?? (() => emptyRunView),
    () => emptyRunView,
  );
  return { view, retry: () => feed?.retry() };
}
