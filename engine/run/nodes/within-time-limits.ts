import type { Fired } from '#engine/contract/define-executor.ts';
import type { PlannedNode } from '#engine/plan/plan-node.ts';
import { NodeFailure } from '#lib/errors/node-failure.ts';
import type { WorkTime } from '../limits/work-time.ts';
import type { RunScope } from '../scopes/run-scope.ts';

/** How long an aborted node may take to return before the run continues without it, in milliseconds. */
const ABORT_GRACE_MS = 5000;
/** How long a node past its time limit may take to report its usage, in milliseconds. */
const TIMEOUT_GRACE_MS = 1000;
/** One shared reason: a new error for each race would cost a stack trace. */
const SETTLED = new Error('Another was first');

type Attempt = {
  readonly node: PlannedNode;
  readonly run: RunScope;
  /** Aborted at the node's time limit. */
  readonly stop: AbortController;
  readonly work: WorkTime;
};

/**
 * The answer of one attempt, unless the node's time limit or, after the run was aborted, the grace period ends first.
 * @throws {NodeFailure} `node-timed-out`; what the answer rejects with, or the reason of the run's signal
 */
export function withinTimeLimits(answer: Promise<Fired>, { node, run, stop, work }: Attempt): Promise<Fired> {
  const { clock } = run.ports;
  const { timeoutMs } = node.options;
  const settled = new AbortController();
  // An answer after the time limit does not count.
  const inTime = answer.then(
    (fired) => {
      stop.signal.throwIfAborted();
      return fired;
    },
    (thrown: unknown) => {
      throw stop.signal.aborted ? stop.signal.reason : thrown;
    },
  );
  const racers: Promise<Fired>[] = [inTime];
  if (timeoutMs !== undefined) {
    const timedOut = work.reached(timeoutMs, { clock, signal: settled.signal }).then(async () => {
      stop.abort(timeLimit(node, timeoutMs));
      // A model call reports its usage now. The nodes of a body have grace periods of their own.
      if (node.body) return inTime;
      await clock.sleep(TIMEOUT_GRACE_MS, settled.signal);
      throw stop.signal.reason;
    });
    racers.push(timedOut);
  }
  if (node.body) return raceOf(racers, settled);
  const { signal } = run;
  const { promise: graceOver, reject } = Promise.withResolvers<never>();
  const onAbort = () =>
    void clock.sleep(ABORT_GRACE_MS, settled.signal).then(
      () => reject(signal.reason),
      () => {},
    );
  if (signal.aborted) onAbort();
  else signal.addEventListener('abort', onAbort, { once: true });
  racers.push(graceOver);
  // Removed here and not by `settled`, which would cost three times as much.
  return raceOf(racers, settled).finally(() => signal.removeEventListener('abort', onAbort));
}

/** The losers' rejections are ignored. */
function raceOf(racers: readonly Promise<Fired>[], settled: AbortController): Promise<Fired> {
  for (const racer of racers) racer.catch(() => {});
  return Promise.race(racers).finally(() => settled.abort(SETTLED));
}

function timeLimit(node: PlannedNode, timeoutMs: number): NodeFailure {
  return new NodeFailure('node-timed-out', `${node.id} took longer than its limit of ${timeoutMs} ms`, {
    isRetryable: true,
    path: 'options.timeoutMs',
    hint: 'Raise the time limit, or look at why the node is slow',
  });
}
