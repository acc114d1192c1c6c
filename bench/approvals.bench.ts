import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type Client, makeClient } from '#lib/api/client.ts';
import { WORKFLOW_FORMAT, type Workflow } from '#lib/workflow/workflow.ts';
import { RandomSource } from '#tests/support/random/random-source.ts';
import { ServerProcess } from '#tests/support/server-process.ts';
import { aim } from './aims.ts';
import type { BenchOptions, BenchResult } from './run.ts';

/** Concurrent requests. */
const AT_ONCE = 20;
/** Unmeasured runs that warm up code, caches and pools. */
const WARM_UP = 300;
/** Timeout for the end of the last run, in milliseconds. */
const PATIENCE_MS = 120_000;
const SETTLE_MS = 1500;
const PAGE = 100;

const preload = new URL('collect-on-signal.mjs', import.meta.url).pathname;

/**
 * Memory of runs that wait for an approval. Then the server is killed and restarted, and every
 * approval is decided twice, in random order. The results are counted from the log of each run.
 * `--runs` (1000), `--seed`.
 */
export default async function approvals(options: BenchOptions): Promise<BenchResult> {
  const count = Number(options.runs ?? 1000);
  const seed = Number(options.seed ?? Date.now() % 1_000_000);
  const folder = mkdtempSync(join(tmpdir(), 'threadloom-approvals-'));
  const start = () =>
    ServerProcess.start({ dataFolder: join(folder, 'data'), env: { NODE_OPTIONS: `--expose-gc --import ${preload}` } });
  let server = await start();
  try {
    const warmUp = await startWaiting(server, WARM_UP);
    await decideAll(server, await openActions(server, warmUp), seed);
    await untilEnded(server, warmUp);
    const before = await settledMemory(server.pid);
    const runIds = await startWaiting(server, count);
    const after = await settledMemory(server.pid);
    await server.end('SIGKILL');
    server = await start();
    const decidedIn = performance.now();
    await decideAll(server, await openActions(server, runIds), seed);
    await untilEnded(server, runIds);
    const seconds = (performance.now() - decidedIn) / 1000;
    const logs = await forEach(runIds, (runId) => readLog(server, runId));
    const taken = logs.map(({ decided }) => decided);
    return {
      name: 'approvals',
      aims: [
        aim('rssGrowthMb', round(after.rssMb - before.rssMb), { atMost: 10 }),
        aim('consumed', taken.filter((times) => times === 1).length, { atLeast: count }),
        aim('consumedTwice', taken.filter((times) => times > 1).length, { atMost: 0 }),
        aim('lost', logs.filter(({ status }) => status !== 'succeeded').length, { atMost: 0 }),
      ],
      runs: count,
      seed,
      memoryMb: { before, after },
      decisionsPerSecond: round((count * 2) / seconds),
    };
  } finally {
    await server.end();
    rmSync(folder, { recursive: true, force: true });
  }
}

const clientOf = (server: ServerProcess): Client => makeClient({ baseUrl: server.url, fetch });

async function startWaiting(server: ServerProcess, count: number): Promise<string[]> {
  const client = clientOf(server);
  const { id } = await client.createWorkflow({ body: approvalFlow() });
  return forEach(
    Array.from({ length: count }, (_, index) => index),
    async (index) => {
      const answer = await client.runWorkflow({ params: { id }, body: { inputs: { text: `letter ${index}` }, mode: 'sync' } });
      if (!('runId' in answer) || !('status' in answer) || answer.status !== 'waiting') throw new Error('A run did not wait');
      return answer.runId;
    },
  );
}

async function openActions(server: ServerProcess, runIds: readonly string[]): Promise<{ id: string; actionId: string }[]> {
  return forEach(runIds, async (id) => {
    const { items } = await clientOf(server).listRunApprovals({ params: { id }, query: { status: 'pending' } });
    const [first] = items;
    if (!first || items.length > 1) throw new Error(`Run ${id} has ${items.length} open approvals`);
    return { id, actionId: first.actionId };
  });
}

/** Sends every decision twice, the second one with the opposite value. The first one must win. */
async function decideAll(
  server: ServerProcess,
  actions: readonly { id: string; actionId: string }[],
  seed: number,
): Promise<void> {
  const random = new RandomSource(seed);
  const clicks = [...actions, ...actions].map((params) => ({ params, at: random.next() })).sort((a, b) => a.at - b.at);
  await forEach(clicks, ({ params }) => clientOf(server).decideApproval({ params, body: { confirmed: random.chance(0.5) } }));
}

async function untilEnded(server: ServerProcess, runIds: readonly string[]): Promise<void> {
  const until = performance.now() + PATIENCE_MS;
  const open = new Set(runIds);
  while (open.size > 0 && performance.now() < until) {
    for (const status of ['running', 'waiting'] as const) {
      const { items } = await clientOf(server).listRuns({ query: { status, limit: PAGE } });
      if (items.some(({ runId }) => open.has(runId))) break;
      if (status === 'waiting') open.clear();
    }
    if (open.size > 0) await wait(100);
  }
}

/** How often the log contains the decision, and how the run ended. */
async function readLog(server: ServerProcess, id: string): Promise<{ decided: number; status: string }> {
  const client = clientOf(server);
  const { status } = await client.getRun({ params: { id } });
  const page = await client.readRunEvents({ params: { id }, headers: { accept: 'application/json' } });
  if (!('items' in page)) throw new Error('The log came as a stream');
  return { status, decided: page.items.filter(({ type }) => type === 'approval_decided').length };
}

type Memory = { readonly rssMb: number };

async function settledMemory(pid: number): Promise<Memory> {
  process.kill(pid, 'SIGUSR2');
  await wait(SETTLE_MS);
  process.kill(pid, 'SIGUSR2');
  await wait(SETTLE_MS);
  const [, kilobytes = '0'] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return { rssMb: round(Number(kilobytes) / 1024) };
}

async function forEach<Item, Result>(items: readonly Item[], work: (item: Item) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = [];
  let next = 0;
  const worker = async () => {
    for (let index = next++; index < items.length; index = next++) results[index] = await work(items[index] as Item);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return results;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

function approvalFlow(): Workflow {
  const node = (id: string, type: string, config: Workflow['nodes'][number]['config']) => ({
    id,
    type,
    version: 1,
    label: id,
    config,
    position: { x: 0, y: 0 },
  });
  const edge = (source: string, sourceHandle: string, target: string) => ({
    id: `${source}-${sourceHandle}-${target}`,
    source,
    sourceHandle,
    target,
    targetHandle: 'in',
  });
  return {
    format: WORKFLOW_FORMAT,
    name: 'approval bench',
    description: '',
    settings: {},
    nodes: [
      node('start', 'start', { inputs: [{ name: 'text', type: 'text', required: true }] }),
      node('draft', 'template', { template: 'Dear reader, {{start.text}}' }),
      node('approve', 'approval', { title: 'Send it?', value: '{{draft.text}}' }),
      node('sent', 'end', { outputs: { sent: '{{approve}}' } }),
      node('kept', 'end', { outputs: { kept: '{{approve.reason}}' } }),
    ],
    edges: [
      edge('start', 'out', 'draft'),
      edge('draft', 'out', 'approve'),
      edge('approve', 'approved', 'sent'),
      edge('approve', 'rejected', 'kept'),
    ],
  };
}
