import { Semaphore } from '#lib/async/semaphore.ts';
import { NodeFailure } from '#lib/errors/node-failure.ts';
import { MAX_WAITING_RUNS } from './sandbox-limits.ts';

/** Bounds concurrent runs of code and the runs that wait. Further runs fail with `sandbox-busy`. */
export function createSandboxSemaphore(permits: number): Semaphore {
  return new Semaphore(permits, { waitingLimit: { max: MAX_WAITING_RUNS, error: busy } });
}

function busy(): NodeFailure {
  return new NodeFailure('sandbox-busy', `${MAX_WAITING_RUNS} pieces of code wait to be run already`, {
    isRetryable: true,
    hint: 'Try again later, or run fewer workflows at once',
  });
}
