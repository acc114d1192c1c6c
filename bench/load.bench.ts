import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { bearer, callApi, publish } from '#tests/support/published-endpoint.ts';
import { ServerProcess } from '#tests/support/server-process.ts';
import { workflowOf } from '#tests/support/test-engine.ts';
import { aim } from './aims.ts';
import type { BenchOptions, BenchResult } from './run.ts';

const SECONDS = 60;
const SILENT_STREAMS = 400;
const HANGING_WEBHOOKS = 150;
const CALLS_A_SECOND = 100;
const HOSTILE_EVERY_MS = 500;
const LARGE_CHARS = 2_000_000;
/** Timeout of an ordinary request, in milliseconds. */
const PATIENCE_MS = 10_000;
const SETTLE_MS = 3000;

const preload = new URL('watch-loop.mjs', import.meta.url).pathname;

const echo = workflowOf(
  {
    start: ['start', { inputs: [{ name: 'text', type: 'text', required: true }] }],
    end: ['end', { outputs: { text: '{{start.text}}' } }],
  },
  ['start -> end'],
);
const typed = workflowOf(
  {
    start: [
      'start',
      { inputs: [{ name: 'o', type: 'json', schema: { properties: { email: { type: 'string', format: 'email' } } } }] },
    ],
    sort: ['condition', { when: 'start.o.list.map(x, {"l": start.o.list}).all(p, p.l.all(q, q >= 0))' }],
    end: ['end', { outputs: { o: 'x' } }],
  },
  ['start -> sort', 'sort.true -> end'],
);

/**
 * Hostile load on loopback: streams that are not read, inputs that are slow to validate, webhooks
 * that never respond. Concurrent ordinary requests must be answered. `--seconds` (60); `--without
 * streams,hostile,webhooks` leaves parts out.
 */
export default async function load(options: BenchOptions): Promise<BenchResult> {
  const seconds = Number(options.seconds ?? SECONDS);
  const without = new Set(String(options.without ?? '').split(','));
  const folder = mkdtempSync(join(tmpdir(), 'threadloom-load-'));
  const loopFile = join(folder, 'loop');
  const hanging = await startHanging();
  const hangingPort = (hanging.address() as AddressInfo).port;
  const server = await ServerProcess.start({
    dataFolder: join(folder, 'data'),
    config: `http:\n  allowed_private_hosts: ["127.0.0.1:${hangingPort}"]\nstreams: { max_per_key: 1000, max_per_run: 1000 }\n`,
    env: { NODE_OPTIONS: `--import ${preload}`, BENCH_LOOP_FILE: loopFile },
  });
  const sockets: Socket[] = [];
  try {
    const ordinary = await publish(server.url, echo);
    const hostile = await publish(server.url, typed);
    const call = (slug: string, key: string, body: unknown) =>
      callApi(`${server.url}/api/v1/run/${slug}`, { body, headers: bearer(key) });
    const ask = () => call(ordinary.slug, ordinary.key, { inputs: { text: 'hi' } });
    // Loads the code of these runs before the attack.
    for (let count = 0; count < 200; count++) await ask();
    await call(hostile.slug, hostile.key, { inputs: { o: { email: 'a@b.c', list: [1] } } });
    const large = await call(ordinary.slug, ordinary.key, { inputs: { text: 'x'.repeat(LARGE_CHARS) } });
    await wait(SETTLE_MS);
    const before = residentMb(server.pid);
    process.kill(server.pid, 'SIGUSR2');

    for (let count = 0; count < (without.has('streams') ? 0 : SILENT_STREAMS); count++)
      sockets.push(holdStream(server.url, String(large.json.runId), ordinary.key));
    const webhook = { url: `http://127.0.0.1:${hangingPort}/never` };
    const told = Array.from({ length: without.has('webhooks') ? 0 : HANGING_WEBHOOKS }, () =>
      call(ordinary.slug, ordinary.key, { inputs: { text: 'hi' }, mode: 'async', webhook }),
    );
    const results = { asked: 0, answered: 0, worstMs: 0, latencies: [] as number[], runIds: [] as string[] };
    const endMs = performance.now() + seconds * 1000;
    const attacks = without.has('hostile') ? undefined : attack(endMs, (body) => call(hostile.slug, hostile.key, body));
    const calls: Promise<void>[] = [];
    for (let next = performance.now(); next < endMs; next += 1000 / CALLS_A_SECOND) {
      await wait(Math.max(0, next - performance.now()));
      calls.push(takeCall(ask, results));
    }
    await Promise.all([...calls, ...told, attacks]);
    const growthMb = residentMb(server.pid) - before;
    const started = [...results.runIds, ...(await Promise.all(told)).map(({ json }) => String(json.runId))];
    const lost = await countLost(server.url, started);
    const worstLoopMs = Number(readFileSync(loopFile, 'utf8'));
    const sorted = results.latencies.toSorted((a, b) => a - b);
    return {
      name: 'load',
      aims: [
        aim('lostRuns', lost, { atMost: 0 }),
        aim('worstLoopMs', Math.round(worstLoopMs), { atMost: 250 }),
        aim('rssGrowthMb', Math.round(growthMb), { atMost: 300 }),
        aim('okShare', results.answered / results.asked, { atLeast: 1 }),
      ],
      seconds,
      calls: results.asked,
      latencyMs: {
        p50: Math.round(sorted[Math.floor(sorted.length / 2)] ?? 0),
        p99: Math.round(sorted[Math.floor(sorted.length * 0.99)] ?? 0),
        max: Math.round(sorted.at(-1) ?? 0),
      },
      openStreams: sockets.filter(({ destroyed }) => !destroyed).length,
    };
  } finally {
    for (const socket of sockets) socket.destroy();
    await server.end('SIGKILL');
    hanging.closeAllConnections();
    hanging.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

type Results = { asked: number; answered: number; latencies: number[]; runIds: string[] };

async function takeCall(ask: () => ReturnType<typeof callApi>, results: Results): Promise<void> {
  results.asked++;
  const start = performance.now();
  const answer = await ask().catch(() => undefined);
  const ms = performance.now() - start;
  results.latencies.push(ms);
  if (answer?.status === 200 && ms < PATIENCE_MS) results.answered++;
  if (answer?.json.runId) results.runIds.push(String(answer.json.runId));
}

/** Inputs of 200 KB, each slow for a different part of the server. */
async function attack(endMs: number, send: (body: unknown) => Promise<unknown>): Promise<void> {
  const list = Array.from({ length: 40_000 }, (_, index) => index);
  const inputs: unknown[] = [
    { email: `a@${'.'.repeat(200_000)}@`, list: [] },
    { email: 'a@b.c', list },
    { email: 'a@b.c', list: Array.from({ length: 60_000 }, () => []) },
    Object.fromEntries(list.slice(0, 15_000).map((index) => [`k${index}`, index])),
  ];
  for (let count = 0; performance.now() < endMs; count++) {
    await send({ inputs: { o: inputs[count % inputs.length] } }).catch(() => {});
    await wait(HOSTILE_EVERY_MS);
  }
}

/** Accepts requests and never responds. */
async function startHanging(): Promise<Server> {
  const server = createServer((request) => void request.resume());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

function holdStream(url: string, runId: string, key: string): Socket {
  const { port, host } = new URL(url);
  const socket = connect(Number(port), '127.0.0.1');
  socket.pause();
  socket.on('error', () => {});
  socket.write(`GET /api/v1/runs/${runId}/events HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${key}\r\n\r\n`);
  return socket;
}

async function countLost(url: string, runIds: readonly string[]): Promise<number> {
  let lost = 0;
  for (const runId of runIds) {
    const { json } = await callApi(`${url}/api/v1/runs/${runId}`);
    if (json.status !== 'succeeded') lost++;
  }
  return lost;
}

function residentMb(pid: number): number {
  const [, kilobytes = '0'] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1024;
}
