import { expect, test } from 'vitest';
import { AppError } from '#lib/errors/app-error.ts';
import type { RunOutcome } from '#lib/ports/run-service.ts';
import { logLostOutcome } from './log-lost-outcome.ts';

/** What is logged of a run whose outcome rejects. */
async function loggedOf(error: unknown, { isElsewhere = false, accepted = Promise.resolve() } = {}) {
  const logged: unknown[] = [];
  let reads = 0;
  const started = {
    runId: 'run_1',
    accepted,
    isElsewhere,
    get outcome(): Promise<RunOutcome> {
      reads++;
      return Promise.reject(error);
    },
  };
  logLostOutcome(started, { error: (text, fields) => logged.push([text, fields]) });
  await new Promise(setImmediate);
  return { logged, reads };
}

test('an outcome that could not be recorded is logged, a shutdown is not', async () => {
  const error = new Error('the log could not be written');
  const lost = await loggedOf(error);
  expect(lost.logged).toEqual([['a run could not be recorded to its end', { runId: 'run_1', error }]]);
  expect((await loggedOf(new AppError('unavailable', 'shutting down'))).logged).toEqual([]);
});

test('the outcome of a run that another process executes is not waited for', async () => {
  expect(await loggedOf(new Error('never read'), { isElsewhere: true })).toEqual({ logged: [], reads: 0 });
});

test('a second start of a run that the first has stored is no lost outcome, a run lost later is', async () => {
  const error = new AppError('lease-lost', 'held by another process');
  expect((await loggedOf(error, { accepted: Promise.reject(error) })).logged).toEqual([]);
  expect((await loggedOf(error)).logged).toHaveLength(1);
});
