import { setTimeout as wait } from 'node:timers/promises';
import { type Client, makeClient } from '#lib/api/client.ts';
import { type EffectCounter, startEffectCounter } from '../crash/effect-counter.ts';
import { startFakeModel } from '../fake-model/start-fake-model.ts';
import { RandomSource } from '../random/random-source.ts';
import { inspectStorm } from './inspect-storm.ts';
import { StormClients } from './storm-clients.ts';
import { FLOW_KINDS, type FlowKind, stormConfig, stormFlow } from './storm-flows.ts';
import type { StormSite } from './storm-site.ts';

export type StormReport = {
  readonly seed: number;
  /** Faults in order. With the seed they reproduce the storm. */
  readonly faults: readonly string[];
  /** Durations from the start until the last fault was over, and until every run had ended. */
  readonly stormMs: number;
  readonly endedMs: number;
  readonly runs: number;
  readonly connections: number;
  readonly resumedRuns: number;
  readonly problems: readonly string[];
};

type Storm<Site extends StormSite> = {
  readonly seed: number;
  readonly limitMs: number;
  readonly openSite: (options: { config: string; random: RandomSource }) => Promise<Site>;
  /** Called before the storm. @returns faults that exist already */
  readonly prepare?: (
    site: Site,
    clients: StormClients,
    flow: (kind: FlowKind) => ReturnType<typeof stormFlow>,
  ) => Promise<string[]>;
};

type Sources = [RandomSource, RandomSource, RandomSource, RandomSource];

const RUN_EVERY_MS = 1200;
const CALM_MS = 1200;
/** Minimum of new runs before the next fault. */
const RUNS_BETWEEN = 2;

/**
 * Injects every kind of fault once, in random order, while clients use the site, then inspects every
 * acknowledged run.
 */
export async function runStorm<Site extends StormSite>({ seed, limitMs, openSite, prepare }: Storm<Site>): Promise<StormReport> {
  // One random source for each user, so that the values do not depend on timing.
  const [order, pauses, clientsRandom, siteRandom] = [0, 1, 2, 3].map((offset) => new RandomSource(seed + offset)) as Sources;
  const counter = await startEffectCounter({ maxDelayMs: 400 });
  const fake = await startFakeModel({ port: 0 });
  const startedMs = Date.now();
  const site = await openSite({ config: stormConfig(fake.url, counter.host), random: siteRandom });
  try {
    const api = makeClient({ baseUrl: site.url, fetch });
    const deadline = AbortSignal.timeout(limitMs);
    const clients = new StormClients(api, { random: clientsRandom, deadline });
    const flowOf = (kind: FlowKind, number: number) => stormFlow(kind, { seed: seed + number, counterHost: counter.host });
    const early = (await prepare?.(site, clients, (kind) => flowOf(kind, clients.runs.length))) ?? [];
    const over = new AbortController();
    const starting = keepStarting(clients, { random: new RandomSource(seed + 4), flowOf, signal: over.signal });
    const faults = shuffle(Object.keys(site.faults), order);
    for (const fault of faults) {
      await clients.startedMore(RUNS_BETWEEN);
      await wait(pauses.below(CALM_MS));
      await clients.someTalk();
      await site.faults[fault]?.();
    }
    over.abort();
    await starting;
    const stormMs = Date.now() - startedMs;
    await clients.allEnded();
    const endedMs = Date.now() - startedMs;
    return { seed, faults, stormMs, endedMs, ...(await lookBack(api, { clients, counter, early })) };
  } finally {
    await site.stop();
    await Promise.all([fake.stop(), counter.stop()]);
  }
}

type Starting = {
  readonly random: RandomSource;
  readonly flowOf: (kind: FlowKind, number: number) => ReturnType<typeof stormFlow>;
  readonly signal: AbortSignal;
};

async function keepStarting(clients: StormClients, { random, flowOf, signal }: Starting): Promise<void> {
  const started: Promise<unknown>[] = [];
  for (let number = 1; !signal.aborted; number++) {
    const kind = random.pick(FLOW_KINDS);
    started.push(clients.start(kind, flowOf(kind, number), `k${number}`));
    await wait(RUN_EVERY_MS);
  }
  await Promise.all(started);
}

async function lookBack(
  api: Client,
  { clients, counter, early }: { clients: StormClients; counter: EffectCounter; early: readonly string[] },
) {
  const { runs } = clients;
  const problems = [...early, ...clients.startedTwice, ...(await inspectStorm(api, { runs, counter }))];
  return {
    runs: runs.length,
    connections: runs.reduce((sum, run) => sum + run.connections, 0),
    resumedRuns: runs.filter(({ seen }) => seen.some((event) => event.type === 'run_resumed' && event.reason !== 'decided'))
      .length,
    problems: problems.slice(0, 10),
  };
}

function shuffle<T>(items: readonly T[], random: RandomSource): T[] {
  const left = [...items];
  return items.map(() => left.splice(random.below(left.length), 1)[0] as T);
}
