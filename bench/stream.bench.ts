import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeClient } from '#lib/api/client.ts';
import { ServerProcess } from '#tests/support/server-process.ts';
import { aim, median } from './aims.ts';
import { startFakeModelProcess } from './fake-model-process.ts';
import { startFloor } from './floors/http-floor-process.ts';
import { llmFlow } from './flows.ts';
import { publish } from './published-target.ts';
import type { BenchOptions, BenchResult } from './run.ts';
import { type Load, type Shot, shootCalmly, type Target } from './stream-shot.ts';

type Shots = { readonly floor: readonly Shot[]; readonly ours: readonly Shot[] };

/** Short streams, one after another, to measure enough first tokens. */
const PROBES_PER_ROUND = 15;

/**
 * A published workflow of one model call, with API key and every delta stored before it is sent,
 * relative to `streamText` forwarded as server-sent events. The model is a separate process whose
 * tokens contain their send time. `--tokens` a stream, `--rounds`.
 */
export default async function stream(options: BenchOptions): Promise<BenchResult> {
  const tokens = Number(options.tokens ?? 2000);
  const rounds = Number(options.rounds ?? 3);
  const folder = mkdtempSync(join(tmpdir(), 'threadloom-stream-'));
  const fake = await startFakeModelProcess();
  const floor = await startFloor({ url: fake.url });
  const config = `models:\n  fake:\n    provider: openai-compatible\n    base_url: ${fake.url}\n    model: fake\n`;
  const server = await ServerProcess.start({ dataFolder: join(folder, 'data'), config });
  const measure = async (load: Load, times: number): Promise<Shots> => {
    const targets = { floor: floorTarget(floor, load), ours: await ourTarget(server, load) };
    const shots = { floor: [] as Shot[], ours: [] as Shot[] };
    for (let turn = 0; turn < times; turn++)
      for (const name of ['floor', 'ours'] as const) shots[name].push(await shootCalmly(targets[name], load));
    return shots;
  };
  try {
    const fast = { streams: 20, tokens, tokenMs: 2 };
    await measure(fast, 1);
    const fastShots = await measure(fast, rounds);
    const slowShots = await measure({ streams: 1, tokens, tokenMs: 20 }, rounds);
    const probes = await measure({ streams: 1, tokens: 10, tokenMs: 20 }, rounds * PROBES_PER_ROUND);
    return { name: 'stream', ...judge({ fast: fastShots, slow: slowShots, probes }), tokens, rounds };
  } finally {
    await server.end();
    floor.stop();
    await fake.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

function modelIdFor({ tokens, tokenMs }: Load): string {
  return `fake-t${tokens}-d${tokenMs}-stamp`;
}

function floorTarget({ url, pid }: { url: string; pid: number }, load: Load): Target {
  return { url: `${url}/stream`, headers: {}, body: JSON.stringify({ model: modelIdFor(load) }), pids: [pid] };
}

let published = 0;

async function ourTarget(server: ServerProcess, load: Load): Promise<Target> {
  const workflow = llmFlow(`openai-compatible/${modelIdFor(load)}`);
  const target = await publish(server, { workflow, inputs: { name: 'Ada' }, slug: `bench-${++published}`, mode: 'stream' });
  const client = makeClient({ baseUrl: server.url, fetch });
  return { ...target, readStored: async (id) => (await client.getRun({ params: { id } })).outputs?.text };
}

function judge({ fast, slow, probes }: { fast: Shots; slow: Shots; probes: Shots }) {
  const figures = { fast20x500: compare(fast), slow1x50: compare(slow), probes1x50: compare(probes) };
  const added = (of: { floor: number; ours: number }) => round(of.ours - of.floor);
  const unequal = [fast, slow, probes]
    .flatMap(({ floor, ours }) => [...floor, ...ours])
    .reduce((sum, shot) => sum + shot.unequal, 0);
  return {
    aims: [
      aim('cpuPerToken20x500', figures.fast20x500.cpuRatio, { atMost: 0.6 }),
      aim('addedDelayMsP99', added(figures.fast20x500.delayMsP99), { atMost: 25 }),
      aim('cpuPerToken1x50', figures.slow1x50.cpuRatio, { atMost: 2 }),
      aim('addedTtftMs', added(figures.probes1x50.firstTokenMs), { atMost: 6 }),
      aim('textsUnequal', unequal, { atMost: 0 }),
    ],
    ...figures,
  };
}

/** Medians over the shots. */
function compare({ floor, ours }: Shots) {
  const both = (of: (shot: Shot) => number) => ({ floor: round(median(floor.map(of))), ours: round(median(ours.map(of))) });
  const cpuUsPerToken = both((shot) => shot.cpuUsPerToken);
  return {
    cpuRatio: round(cpuUsPerToken.ours / cpuUsPerToken.floor),
    cpuUsPerToken: { ...cpuUsPerToken, ofThisTheDatabase: both((shot) => shot.childrenUsPerToken).ours },
    tokensPerSecond: both((shot) => median(shot.streams.map(({ tokensPerSecond }) => tokensPerSecond))),
    delayMsP50: both((shot) => quantile(delaysOf(shot), 0.5)),
    delayMsP99: both((shot) => quantile(delaysOf(shot), 0.99)),
    firstTokenMs: both((shot) => median(shot.streams.map(({ firstTokenMs }) => firstTokenMs))),
    otherCores: both((shot) => shot.otherCores),
    tokensPerDelta: both((shot) => delaysOf(shot).length / shot.streams.reduce((sum, { deltas }) => sum + deltas, 0)),
    floorSpread: spread(floor.map(({ cpuUsPerToken: us }) => us)),
    floorDelayMsP99Spread: spread(floor.map((shot) => quantile(delaysOf(shot), 0.99))),
  };
}

function delaysOf({ streams }: Shot): number[] {
  return streams.flatMap(({ delaysMs }) => delaysMs);
}

function quantile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN;
}

function spread(values: readonly number[]): { least: number; most: number } {
  return { least: round(Math.min(...values)), most: round(Math.max(...values)) };
}

function round(value: number): number {
  return Number(value.toFixed(2));
}
