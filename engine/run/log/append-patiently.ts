import { setTimeout as wait } from 'node:timers/promises';
import { AppError } from '#lib/errors/app-error.ts';
import type { RunBatch, RunStore } from '#lib/ports/run-store.ts';
import { leaseLost } from './run-log.ts';

type Store = Pick<RunStore, 'append' | 'readEvents'>;
/** By run: what kept its batch from being stored; nothing for one that is stored. */
export type Appended = ReadonlyMap<string, Error | undefined>;

/**
 * Appends the batches of several runs in one statement. On failure each is tried alone: if some
 * succeed, the others are invalid; if none does, the database is unreachable, and all are retried
 * after each of the delays. A full disk is not retried.
 */
export async function appendPatiently(
  store: Store,
  batches: readonly RunBatch[],
  retryDelaysMs: readonly number[],
): Promise<Appended> {
  try {
    const stored = await store.append(batches);
    return new Map(batches.map(({ runId }) => [runId, stored.has(runId) ? undefined : leaseLost(runId)]));
  } catch {
    // The same error, or a more specific one, is thrown below.
  }
  let results = await appendEachAlone(store, batches);
  for (const delayMs of retryDelaysMs) {
    const failures = [...results.values()];
    if (failures.some((failure) => failure === undefined) || failures.every(isDiskFull)) break;
    await wait(delayMs);
    results = await appendEachAlone(store, batches);
  }
  return results;
}

function isDiskFull(error: unknown): boolean {
  return AppError.is(error) && error.code === 'disk-full';
}

async function appendEachAlone(store: Store, batches: readonly RunBatch[]): Promise<Appended> {
  return new Map(
    await Promise.all(
      batches.map(async (batch) => {
        const failure = await appendAgain(store, batch).catch((error: unknown) => error as Error);
        return [batch.runId, failure] as const;
      }),
    ),
  );
}

/** A connection may break after the commit: the batch may be stored already, with its last event. */
async function appendAgain(store: Store, batch: RunBatch): Promise<Error | undefined> {
  const { runId, events } = batch;
  const stored = await store.append([batch]);
  const last = events.at(-1);
  if (stored.has(runId) || !last) return undefined;
  const [found] = await store.readEvents(runId, last.seq - 1, 1);
  return found?.json === last.json ? undefined : leaseLost(runId);
}
