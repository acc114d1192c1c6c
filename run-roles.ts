import type { Engine, EnginePorts } from '#engine/engine.ts';
import type { Logger } from '#lib/ports/logger.ts';
import type { QueuedRun, QueuedRuns } from '#lib/ports/run-queue.ts';
import { LEASE_MS } from '#server/db/lease-store.ts';
import type { PgRunStore } from '#server/db/run-store.ts';
import type { LoadedEngine } from '#server/runtime/lazy-run-service.ts';
import { LeaseKeeper } from '#server/runtime/lease-keeper.ts';
import type { Distribution } from '#server/runtime/open-distribution.ts';
import { repeat } from '#server/runtime/repeat.ts';
import { Slots } from '#server/runtime/slots.ts';
import { systemClock } from '#server/runtime/system-clock.ts';

/** How long a process that is told to end waits for what happens outside and must not happen twice, in milliseconds. */
const DRAIN_MS = 10_000;
/** Runs that are made queued again, or found queued, in one go. */
const BATCH = 200;
/** How often is looked for what the queue may have lost, in milliseconds. */
const SWEEP_EVERY_MS = 2000;
/** How often is looked for commands that the process was not told of, in milliseconds. */
const LISTEN_EVERY_MS = 1000;

export type RolePorts = {
  readonly store: PgRunStore;
  readonly log: Logger;
  readonly makeEngine: (ports: Pick<EnginePorts, 'publisher' | 'shared' | 'giveBack'>) => Promise<Engine>;
};
type Leased = RolePorts & { readonly distribution: Distribution };
type Redis = NonNullable<Distribution['redis']>;
type Shared = RolePorts & { readonly distribution: Distribution; readonly redis: Redis };

/** The only process on its database: every unfinished run is its own. */
export async function runAlone(
  { store, log, makeEngine }: RolePorts,
  publisher: EnginePorts['publisher'],
): Promise<LoadedEngine> {
  const engine = await makeEngine({ publisher });
  const resumed = await engine.resumeLostRuns();
  watchApprovals(engine, log);
  const close = async () => {
    await engine.close();
    await store.letGo();
  };
  return { engine: closing(engine, close), resumed };
}

/** Runs what it starts itself, on a database where others may do so too. */
export async function runLeased(
  { store, log, makeEngine, distribution }: Leased,
  publisher: EnginePorts['publisher'],
): Promise<LoadedEngine> {
  const engine = await makeEngine({ publisher, giveBack: (runIds) => distribution.leases.handOver(runIds) });
  const keeper = new LeaseKeeper({
    ...{ lease: distribution.leases, leaseMs: LEASE_MS, log },
    onLost: () => engine.abandon(),
    onOthersLost: async () => void (await engine.resumeLostRuns()),
  });
  await keeper.start();
  const resumed = await engine.resumeLostRuns();
  watchApprovals(engine, log);
  const close = async () => {
    await engine.close({ drainMs: DRAIN_MS });
    await store.letGo();
    await keeper.close();
  };
  return { engine: closing(engine, close), resumed };
}

/** Stores runs for workers, and tells callers what becomes of them. */
export async function runForWorkers({ store, log, makeEngine, distribution, redis }: Shared): Promise<LoadedEngine> {
  const { DispatchedRuns } = await import('#engine/dispatched-runs.ts');
  const { queued, queue, hub } = redis;
  const engine = await makeEngine({ publisher: hub, shared: { queued, queue }, giveBack: (runIds) => queued.handOver(runIds) });
  const runs = new DispatchedRuns({ engine, store, queued, queue, hub, clock: systemClock, log });
  const stop = new AbortController();
  const keeper = makeKeeper({ engine, distribution, redis, log });
  await keeper.start();
  const resumed = await requeue(distribution, redis);
  const sweeping = sweep(redis, { log, signal: stop.signal });
  // Nodes that somebody tries alone run here.
  const listening = listen(engine, { distribution, redis, log, signal: stop.signal });
  const close = async () => {
    stop.abort();
    await runs.close();
    await handOver(distribution, redis, log);
    await Promise.all([sweeping, listening, keeper.close()]);
  };
  return { engine: closing(runs, close), resumed };
}

/** Takes runs from the queue. @param options `maxActive`: how many at once */
export async function work(
  { log, makeEngine, distribution, redis }: Shared,
  { redisUrl, maxActive }: { redisUrl: string; maxActive: number },
): Promise<LoadedEngine> {
  const { RunConsumer } = await import('#server/queue/run-consumer.ts');
  const { queued, queue, hub } = redis;
  const engine = await makeEngine({ publisher: hub, shared: { queued, queue }, giveBack: (runIds) => queued.handOver(runIds) });
  const stop = new AbortController();
  const keeper = makeKeeper({ engine, distribution, redis, log });
  await keeper.start();
  const resumed = await requeue(distribution, redis);
  const slots = new Slots(maxActive);
  const take = (run: Pick<QueuedRun, 'workspaceId' | 'runId'>) =>
    slots.run(async () => {
      await engine.take(run);
      await queue.enqueue(await queued.findNext(run.runId)).catch(() => {});
    });
  const consumer = new RunConsumer({ url: redisUrl, concurrency: maxActive, log, take });
  const listening = listen(engine, { distribution, redis, log, signal: stop.signal });
  const sweeping = sweep(redis, { log, signal: stop.signal });
  const taking = repeat(() => takeWaiting(queued, { slots, take, log }), {
    ...{ everyMs: SWEEP_EVERY_MS, signal: stop.signal },
    onError: (error) => log.warn('queued runs could not be looked for', { error }),
  });
  watchApprovals(engine, log);
  const close = async () => {
    stop.abort();
    await consumer.pause();
    await engine.close({ drainMs: DRAIN_MS });
    await handOver(distribution, redis, log);
    await consumer.close();
    await Promise.all([sweeping, taking, listening, keeper.close()]);
  };
  return { engine: closing(engine, close), resumed };
}

function closing<T extends LoadedEngine['engine']>(runs: T, close: () => Promise<void>): LoadedEngine['engine'] {
  return {
    start: (run) => runs.start(run),
    readOutcome: (runId) => runs.readOutcome(runId),
    plan: (run) => runs.plan(run),
    runNode: (run) => runs.runNode(run),
    obey: (runId, options) => runs.obey(runId, options),
    takeUpDecisions: (runId) => runs.takeUpDecisions(runId),
    close,
  };
}

function watchApprovals(engine: Engine, log: Logger): void {
  void engine.watchApprovals({ onError: (error) => log.error('approvals could not be looked after', { error }) });
}

function makeKeeper({ engine, distribution, redis, log }: Pick<Shared, 'distribution' | 'redis' | 'log'> & { engine: Engine }) {
  return new LeaseKeeper({
    ...{ lease: distribution.leases, leaseMs: LEASE_MS, log },
    onLost: () => engine.abandon(),
    onOthersLost: async () => {
      const runs = await requeue(distribution, redis);
      if (runs > 0) log.warn('runs of a lost process are queued again', { runs });
    },
  });
}

type Listening = Pick<Shared, 'distribution' | 'redis' | 'log'> & { readonly signal: AbortSignal };

/** Obeys what is commanded or decided about runs that are held here: when it is told, and by a look now and then in case it was not. */
async function listen(engine: Engine, { distribution, redis, log, signal }: Listening): Promise<void> {
  const heed = (runId: string) =>
    engine.heed(runId).catch((error: unknown) => log.error('a command could not be obeyed', { runId, error }));
  const leave = redis.hub.onNotice((runId) => void heed(runId));
  await repeat(async () => void (await Promise.all((await distribution.leases.findTold()).map(heed))), {
    ...{ everyMs: LISTEN_EVERY_MS, signal },
    onError: (error) => log.warn('commands could not be looked for', { error }),
  });
  leave();
}

/** Queues what lost processes held. @returns how many */
async function requeue({ leases }: Distribution, { queue }: Redis): Promise<number> {
  for (let count = 0; ; ) {
    const runs = await leases.requeueLost(BATCH);
    count += runs.length;
    // Not offered is not lost: the sweep finds them.
    await queue.enqueue(runs).catch(() => {});
    if (runs.length < BATCH) return count;
  }
}

async function handOver({ leases }: Distribution, { queue }: Redis, log: Logger): Promise<void> {
  const runs = await leases.handOver();
  await queue.enqueue(runs).catch(() => {});
  if (runs.length > 0) log.info('runs handed over', { runs: runs.length });
}

type Taking = { readonly slots: Slots; readonly take: (run: QueuedRun) => Promise<void>; readonly log: Logger };

/** A worker with room takes what has been queued for a while without waiting for a job: the queue may be away, or have woken another one only. */
async function takeWaiting(queued: QueuedRuns, { slots, take, log }: Taking): Promise<void> {
  if (slots.free === 0) return;
  for (const run of await queued.find(slots.free, { queuedForMs: SWEEP_EVERY_MS })) {
    take(run).catch((error: unknown) => log.error('a run could not be taken', { runId: run.runId, error }));
  }
}

/** Offers again what is queued, in case the queue has lost it. */
function sweep({ queued, queue }: Redis, { log, signal }: { log: Logger; signal: AbortSignal }): Promise<void> {
  return repeat(async () => queue.enqueue(await queued.find(BATCH)), {
    ...{ everyMs: SWEEP_EVERY_MS, signal },
    onError: (error) => log.warn('queued runs could not be offered again', { error }),
  });
}
