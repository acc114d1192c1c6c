import type { Engine } from '#engine/engine.ts';
import type { EnginePorts } from '#engine/engine-ports.ts';
import type { RunPermits } from '#engine/queue/run-permits.ts';
import type { EventHub } from '#lib/ports/event-hub.ts';
import type { Logger } from '#lib/ports/logger.ts';
import type { QueuedRun, QueuedRuns, RunQueue } from '#lib/ports/run-queue.ts';
import { permitsOfStrangers } from '#lib/run/permits-of-strangers.ts';
import type { Config } from '#server/config/config-schema.ts';
import type { PgRunStore } from '#server/db/event-log/run-store.ts';
import { LEASE_MS } from '#server/db/queue/lease-store.ts';
import { repeat } from '#server/process/repeat.ts';
import { systemClock } from '#server/process/system-clock.ts';
import type { LoadedEngine } from '#server/runtime/lazy-run-service.ts';
import { LeaseKeeper } from '#server/runtime/lease-keeper.ts';
import type { Distribution } from '#server/runtime/open-distribution.ts';
import { handOver, listen, requeue, SWEEP_EVERY_MS, sweep } from '#server/runtime/queue-upkeep.ts';

/** Grace period of a stopping process for side effects in progress, in milliseconds. */
const DRAIN_MS = 10_000;

export type RolePorts = {
  readonly store: PgRunStore;
  readonly log: Logger;
  readonly makeEngine: (ports: Pick<EnginePorts, 'publisher' | 'isWatched' | 'shared' | 'isAlone'>) => Promise<Engine>;
  readonly distribution: Distribution;
};
type Redis = NonNullable<Distribution['redis']>;
type Shared = RolePorts & { readonly redis: Redis };
type Here = {
  readonly hub: EventHub;
  /** Concurrent runs. */
  readonly maxActive: number;
  readonly isLimitedPerWorkspace: boolean;
};

/**
 * The engine in the role of this process: without Redis it executes its own runs, with Redis the workers do.
 *
 * @param options `workerRedisUrl`: of a worker only
 */
export function loadEngine(
  ports: RolePorts,
  { config, workerRedisUrl }: { readonly config: Config; readonly workerRedisUrl: string | undefined },
): Promise<LoadedEngine> {
  const { hub, redis } = ports.distribution;
  const maxActive = config.max_active_sessions;
  if (!redis) return runHere(ports, { hub, maxActive, isLimitedPerWorkspace: config.max_active_sessions_per_workspace > 0 });
  const shared = { ...ports, redis };
  return workerRedisUrl === undefined ? runForWorkers(shared) : work(shared, { redisUrl: workerRedisUrl, maxActive });
}

/**
 * Executes its own runs, and queues those without a free permit. Alone on its database, or next to
 * processes with the same role.
 */
async function runHere(
  { store, log, makeEngine, distribution }: RolePorts,
  { hub, maxActive, isLimitedPerWorkspace }: Here,
): Promise<LoadedEngine> {
  const [{ DispatchedRuns }, { LocalRuns }, { openLocalQueue }, { RunPermits }] = await Promise.all([
    import('#engine/queue/dispatched-runs.ts'),
    import('#engine/queue/local-runs.ts'),
    import('#engine/queue/open-local-queue.ts'),
    import('#engine/queue/run-permits.ts'),
  ]);
  const { queued, leases, isAlone } = distribution;
  const stop = new AbortController();
  const { signal } = stop;
  const permits = new RunPermits(maxActive);
  const { queue, drive } = openLocalQueue({ permits, queued, log, signal });
  const engine = await makeEngine({
    publisher: hub,
    isWatched: hub.isWatched?.bind(hub),
    shared: { queued, queue },
    isAlone,
  });
  drive(engine);
  const keeper = isAlone ? undefined : makeKeeper({ engine, distribution, queue, log });
  await (keeper ? keeper.start() : leases.endAllLeases());
  const resumed = await requeue({ leases, queue });
  // Before new runs, which would delay these: a run without progress across several crashes is ended.
  await queue.opened();
  const sweeping = sweep({ queued, queue, log, signal });
  // The only process receives every signal directly.
  const listening = isAlone ? undefined : listen({ leases, onSignal: (runId) => engine.onSignal(runId), log, signal });
  watchApprovals(engine, log);
  const dispatched = new DispatchedRuns({ engine, store, queued, queue, hub, clock: systemClock, log });
  const close = async () => {
    stop.abort();
    await dispatched.close({ drainMs: isAlone ? 0 : DRAIN_MS });
    await leases.handOver();
    await Promise.all([sweeping, listening, keeper?.close()]);
  };
  return { runs: new LocalRuns({ engine, dispatched, permits, isLimitedPerWorkspace }), resumed, close };
}

/** Queues runs for the workers, and publishes their events to callers. */
async function runForWorkers({ store, log, makeEngine, distribution, redis }: Shared): Promise<LoadedEngine> {
  const { DispatchedRuns } = await import('#engine/queue/dispatched-runs.ts');
  const { queued, leases } = distribution;
  const { queue, hub } = redis;
  const engine = await makeEngine({
    publisher: hub,
    shared: { queued, queue },
  });
  const runs = new DispatchedRuns({ engine, store, queued, queue, hub, clock: systemClock, log });
  const stop = new AbortController();
  const keeper = makeKeeper({ engine, distribution, queue, log });
  await keeper.start();
  const resumed = await requeue({ leases, queue });
  const sweeping = sweep({ queued, queue, log, signal: stop.signal });
  // Single-node runs of the editor execute here.
  const listening = listen({ leases, redis, onSignal: (runId) => engine.onSignal(runId), log, signal: stop.signal });
  const close = async () => {
    stop.abort();
    await runs.close();
    await handOver({ leases, queue, log });
    await Promise.all([sweeping, listening, keeper.close()]);
  };
  return { runs, resumed, close };
}

/** Executes runs of the queue. @param options `maxActive`: concurrent runs */
async function work(
  { log, makeEngine, distribution, redis }: Shared,
  { redisUrl, maxActive }: { redisUrl: string; maxActive: number },
): Promise<LoadedEngine> {
  const [{ RunConsumer }, { RunPermits }] = await Promise.all([
    import('#server/queue/run-consumer.ts'),
    import('#engine/queue/run-permits.ts'),
  ]);
  const { queued, leases } = distribution;
  const { queue, hub } = redis;
  const engine = await makeEngine({
    publisher: hub,
    shared: { queued, queue },
  });
  const stop = new AbortController();
  const keeper = makeKeeper({ engine, distribution, queue, log });
  await keeper.start();
  const resumed = await requeue({ leases, queue });
  const permits = new RunPermits(maxActive);
  const take = (run: Taken) =>
    permits.run(async () => {
      if (await engine.take(run)) await queue.enqueue(await queued.findNext(run.runId)).catch(ignore);
    }, run);
  const concurrency = { others: maxActive, strangers: permitsOfStrangers(maxActive) };
  const consumer = new RunConsumer({ url: redisUrl, concurrency, log, take });
  const listening = listen({ leases, redis, onSignal: (runId) => engine.onSignal(runId), log, signal: stop.signal });
  const sweeping = sweep({ queued, queue, log, signal: stop.signal });
  const taking = repeat(() => takeWaiting(queued, { permits, take, log }), {
    everyMs: SWEEP_EVERY_MS,
    signal: stop.signal,
    onError: (error) => log.warn('queued runs could not be looked for', { error }),
  });
  watchApprovals(engine, log);
  const close = async () => {
    stop.abort();
    await consumer.pause();
    await engine.close({ drainMs: DRAIN_MS });
    await handOver({ leases, queue, log });
    await consumer.close();
    await Promise.all([sweeping, taking, listening, keeper.close()]);
  };
  return { runs: engine, resumed, close };
}

function watchApprovals(engine: Engine, log: Logger): void {
  void engine.watchApprovals({ onError: (error) => log.error('approvals could not be looked after', { error }) });
}

type Keeping = Pick<RolePorts, 'distribution' | 'log'> & { readonly engine: Engine; readonly queue: RunQueue };

function makeKeeper({ engine, distribution: { leases }, queue, log }: Keeping) {
  return new LeaseKeeper({
    lease: leases,
    leaseMs: LEASE_MS,
    log,
    onLost: () => engine.abandon(),
    onOthersLost: async () => {
      const runs = await requeue({ leases, queue });
      if (runs > 0) log.warn('runs of a lost process are queued again', { runs });
    },
  });
}

type Taken = Pick<QueuedRun, 'workspaceId' | 'runId' | 'isStranger'>;
type Taking = { readonly permits: RunPermits; readonly take: (run: Taken) => Promise<void>; readonly log: Logger };

/**
 * A worker with free permits claims runs that have been queued for a while, because the queue may be
 * down or may have notified another worker only.
 */
async function takeWaiting(queued: QueuedRuns, { permits, take, log }: Taking): Promise<void> {
  const free = permits.free();
  if (free === 0) return;
  const maxOfStrangers = permits.free({ isStranger: true });
  for (const run of await queued.find(free, { queuedForMs: SWEEP_EVERY_MS, maxOfStrangers })) {
    take(run).catch((error: unknown) => log.error('a run could not be taken', { runId: run.runId, error }));
  }
}

function ignore(): void {}
