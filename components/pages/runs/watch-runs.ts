import type { LiveRuns } from '#components/pages/runs/live-runs.ts';

const TURN_MS = 2500;
/** A server that is away is not asked all the time. */
const TURN_MAX_MS = 30_000;

/** Asks turn by turn what is new, for as long as the page is in sight. @returns how to stop */
export function watchRuns(runs: Pick<LiveRuns, 'poll' | 'read'>): () => void {
  let isStopped = false;
  let turnMs = TURN_MS;
  let timer: ReturnType<typeof setTimeout>;
  async function turn() {
    if (document.visibilityState === 'visible') await runs.poll();
    turnMs = runs.read().isLost ? Math.min(turnMs * 2, TURN_MAX_MS) : TURN_MS;
    if (!isStopped) timer = setTimeout(turn, turnMs);
  }
  /** Whoever comes back sees what is so now. */
  const onSight = () => {
    if (document.visibilityState === 'visible') void runs.poll();
  };
  timer = setTimeout(turn, turnMs);
  document.addEventListener('visibilitychange', onSight);
  return () => {
    isStopped = true;
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', onSight);
  };
}
