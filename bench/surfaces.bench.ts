import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { makeClient } from '#lib/api/client.ts';
import { WORKFLOW_FORMAT, type Workflow } from '#lib/workflow/workflow.ts';
import { isWholeStampedText } from '#tests/support/fake-model/stamped-text.ts';
import { readSurface } from '#tests/support/read-surface.ts';
import { ServerProcess } from '#tests/support/server-process.ts';
import { type SurfaceTarget, surfaceTargets } from '#tests/support/surface-targets.ts';
import { aim, median } from './aims.ts';
import { startFakeModelProcess } from './fake-model-process.ts';
import { applyLoad, type LoadTarget } from './load.ts';
import { readPssMb } from './process-tree.ts';
import type { BenchOptions, BenchResult } from './run.ts';

const CONCURRENCY = 10;
const MESSAGE = 'Where is my order?';
const WARM_UP_MS = 1500;
const STREAM_TOKENS = 400;
const STREAM_TOKEN_MS = 40;
const BETWEEN_STARTS_MS = 15;
const STREAMS_OF_A_KEY = 20;
const MEMORY_TIMEOUT_MS = 30_000;
/** At once, before memory is measured: pools, caches and code of every surface then have their size. */
const WARM_UP_STREAMS = 50;
/** Longer than a run waits in its process. */
const WAIT_MS = 10_000;
const REPLY_TOKENS = 60;
const REPLY_TOKEN_MS = 40;
/** A busy machine sends many tokens together, but never a whole reply. */
const STREAMED_TEXTS = 3;
const preload = new URL('collect-on-signal.mjs', import.meta.url).pathname;

/**
 * Each protocol of a published workflow relative to plain REST: requests per second of a workflow
 * that answers at once, time to the first byte of its stream, and many streams at once on one
 * process. Each surface also streams the template Chat with memory while its model writes, and
 * answers a workflow that waits ten seconds. `--seconds` a shot, `--rounds`, `--streams`.
 */
export default async function surfaces(options: BenchOptions): Promise<BenchResult> {
  const durationMs = Number(options.seconds ?? 2) * 1000;
  const rounds = Number(options.rounds ?? 5);
  const streams = Number(options.streams ?? 200);
  const folder = mkdtempSync(join(tmpdir(), 'threadloom-surfaces-'));
  const fake = await startFakeModelProcess();
  const config = `models:\n  fake:\n    provider: openai-compatible\n    base_url: ${fake.url}\n    model: fake\n`;
  const env = { NODE_OPTIONS: `--expose-gc --import ${preload}` };
  const server = await ServerProcess.start({ dataFolder: join(folder, 'data'), config });
  try {
    const quick = await (await publishedTargets(server, 'quick', answering()))();
    await assertAnswers(quick());
    const [talk, waits] = await Promise.all([measureReplies(server), measureWaits(server)]);
    const rates = await measureRates(quick(), { durationMs, rounds });
    const firstBytes = await measureFirstBytes(quick, rounds * 20);
    const memoryFile = join(folder, 'memory.json');
    const measured = { ...env, BENCH_MEMORY_FILE: memoryFile };
    const many = await onServerOfItsOwn({ dataFolder: join(folder, 'streams'), config, env: measured }, { streams, memoryFile });
    const added = Object.entries(firstBytes).map(([, ms]) => ms - (firstBytes.rest ?? Number.NaN));
    return {
      name: 'surfaces',
      aims: [
        aim('minRatio', Math.min(...Object.values(rates.ratios)), { atLeast: 0.7 }),
        aim('addedTtfbMs', round(Math.max(...added)), { atMost: 5 }),
        aim('kbPerStream', many.kbPerStream, { atMost: 150 }),
        aim('eventsLost', many.eventsLost, { atMost: 0 }),
        aim('notStreaming', talk.notStreaming.length, { atMost: 0 }),
        aim('waitsUnanswered', waits.unanswered.length, { atMost: 0 }),
        aim('addedWaitMs', waits.addedMs, { atMost: 2000 }),
      ],
      ...rates,
      firstByteMs: firstBytes,
      firstTextMs: talk.firstTextMs,
      notStreaming: talk.notStreaming,
      waitsUnanswered: waits.unanswered,
      pssKbPerStream: many.pssKbPerStream,
      streams,
      rounds,
    };
  } finally {
    await server.end();
    await fake.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

type Measuring = { readonly streams: number; readonly memoryFile: string };

/** Memory of streams is measured where no load was before. */
async function onServerOfItsOwn(options: Parameters<typeof ServerProcess.start>[0], measuring: Measuring) {
  const server = await ServerProcess.start(options);
  try {
    const talking = await publishedTargets(server, 'talking', talkingFlow());
    const keys = await Promise.all(Array.from({ length: Math.ceil(measuring.streams / STREAMS_OF_A_KEY) }, talking));
    return await measureStreams(keys, { server, ...measuring });
  } finally {
    await server.end();
  }
}

/** Each key may have a bounded number of open streams. Each call of its targets has a session of its own. */
async function publishedTargets(
  server: ServerProcess,
  slug: string,
  workflow: Workflow,
): Promise<() => Promise<() => SurfaceTarget[]>> {
  const client = makeClient({ baseUrl: server.url, fetch });
  const { id } = await client.createWorkflow({ body: workflow });
  await client.deployWorkflow({ params: { id }, body: { slug } });
  return async () => {
    const { key } = await client.createKey({ params: { slug }, body: { name: 'bench', ratePerMinute: 1_000_000 } });
    return () => surfaceTargets({ server: server.url, slug, key, pids: [server.pid] }, MESSAGE);
  };
}

/** Shots of all surfaces alternate with those of REST, so that other load of the machine meets both. */
async function measureRates(targets: readonly SurfaceTarget[], { durationMs, rounds }: { durationMs: number; rounds: number }) {
  const [rest, ...others] = targets.flatMap(({ name, whole }) => (whole ? [{ name, whole }] : []));
  if (!rest) throw new Error('REST is the first surface.');
  const ratios = new Map<string, number[]>();
  const perSecond = new Map<string, number[]>();
  const cpuRatios = new Map<string, number[]>();
  const shoot = (target: LoadTarget, ms: number) => applyLoad(target, { concurrency: CONCURRENCY, durationMs: ms });
  for (const { whole } of [rest, ...others]) await shoot(whole, WARM_UP_MS);
  for (let turn = 0; turn < rounds; turn++)
    for (const { name, whole } of others) {
      const base = await shoot(rest.whole, durationMs);
      const own = await shoot(whole, durationMs);
      push(ratios, name, own.requestsPerSecond / base.requestsPerSecond);
      push(cpuRatios, name, own.cpuMsPerRequest / base.cpuMsPerRequest);
      push(perSecond, name, own.requestsPerSecond);
      push(perSecond, rest.name, base.requestsPerSecond);
    }
  return { ratios: medians(ratios), cpuRatios: medians(cpuRatios), requestsPerSecond: medians(perSecond) };
}

/** One stream after another, the surfaces in turn. */
async function measureFirstBytes(targets: () => SurfaceTarget[], probes: number): Promise<Record<string, number>> {
  const times = new Map<string, number[]>();
  for (let probe = -10; probe < probes; probe++)
    for (const { name, stream } of targets())
      if (stream) {
        const { firstByteMs } = await readSurface(stream);
        if (probe >= 0) push(times, name, firstByteMs);
      }
  return medians(times);
}

/** Streams of all surfaces at once. A text that is not exactly that of the model counts as lost. */
async function measureStreams(
  keys: readonly (() => SurfaceTarget[])[],
  { server, streams, memoryFile }: { server: ServerProcess } & Measuring,
) {
  const streamAt = (index: number) => {
    const own = (keys[index % keys.length]?.() ?? []).flatMap(({ stream }) => stream ?? []);
    return own[Math.floor(index / keys.length) % own.length];
  };
  const warmUp = Array.from({ length: Math.min(streams, WARM_UP_STREAMS) }, (_, index) => streamAt(index));
  await Promise.all(warmUp.map((stream) => stream && readSurface(stream)));
  const before = await settledMemory(server, memoryFile);
  let ended = 0;
  const open = Array.from({ length: streams }, async (_, index) => {
    await wait(index * BETWEEN_STARTS_MS);
    const stream = streamAt(index);
    const read = stream && (await readSurface(stream));
    ended++;
    return read;
  });
  const all = Promise.all(open);
  // One that fails while the others are measured is thrown below.
  all.catch(() => {});
  // All streams are open, and none has ended.
  await wait(streams * BETWEEN_STARTS_MS + (STREAM_TOKENS * STREAM_TOKEN_MS) / 4);
  const during = await settledMemory(server, memoryFile);
  if (ended > 0) throw new Error(`${ended} streams had ended before they were measured.`);
  const texts = await all;
  const whole = texts.filter((read) => read && isWholeStampedText(read.texts.join(''), STREAM_TOKENS));
  const perStream = (bytes: number) => round(bytes / 1024 / streams);
  return {
    kbPerStream: perStream(during.liveBytes - before.liveBytes),
    pssKbPerStream: perStream(during.pssBytes - before.pssBytes),
    eventsLost: streams - whole.length,
  };
}

type Memory = { readonly liveBytes: number; readonly pssBytes: number };

/**
 * What a garbage collection leaves. The size of the process is reported besides: it has the room that
 * V8 keeps for garbage, which grows with the load of the machine and not with the streams.
 */
async function settledMemory(server: ServerProcess, memoryFile: string): Promise<Memory> {
  rmSync(memoryFile, { force: true });
  process.kill(server.pid, 'SIGUSR2');
  const giveUpAtMs = performance.now() + MEMORY_TIMEOUT_MS;
  while (!existsSync(memoryFile)) {
    if (performance.now() > giveUpAtMs) throw new Error('The server did not say how much memory it uses.');
    await wait(50);
  }
  const { liveBytes } = JSON.parse(readFileSync(memoryFile, 'utf8')) as Pick<Memory, 'liveBytes'>;
  return { liveBytes, pssBytes: readPssMb(server.pid) * 1024 * 1024 };
}

/** Which surfaces send the reply of the template Chat with memory only when it is whole. */
async function measureReplies(server: ServerProcess) {
  const { streams } = await streamsOf(server, 'memory', memoryTemplate());
  const read = await Promise.all(streams.map(async ({ name, stream }) => ({ name, ...(await readSurface(stream)) })));
  const isWhole = ({ texts }: (typeof read)[number]) => isWholeStampedText(texts.join(''), REPLY_TOKENS);
  return {
    firstTextMs: Object.fromEntries(read.map(({ name, firstTextMs }) => [name, round(firstTextMs)])),
    notStreaming: read.filter((one) => !isWhole(one) || one.texts.length < STREAMED_TEXTS).map(({ name }) => name),
  };
}

/** Which surfaces end a run that waits without its answer, and how much longer than the wait the others take. */
async function measureWaits(server: ServerProcess) {
  const { streams, wholes } = await streamsOf(server, 'waiting', waitingFlow());
  const answers = await Promise.all([
    ...streams.map(async ({ name, stream }) => {
      const { events, endMs } = await readSurface(stream);
      return { name: `${name} stream`, text: JSON.stringify(events), endMs };
    }),
    ...wholes.map(async ({ name, whole }) => {
      const startedAt = performance.now();
      const text = await answerOf(whole);
      return { name, text, endMs: performance.now() - startedAt };
    }),
  ]);
  return {
    unanswered: answers.filter(({ text }) => !text.includes(`You said: ${MESSAGE}`)).map(({ name }) => name),
    addedMs: round(Math.max(...answers.map(({ endMs }) => endMs)) - WAIT_MS),
  };
}

async function streamsOf(server: ServerProcess, slug: string, workflow: Workflow) {
  const targets = (await (await publishedTargets(server, slug, workflow))())();
  return {
    streams: targets.flatMap(({ name, stream }) => (stream ? [{ name, stream }] : [])),
    wholes: targets.flatMap(({ name, whole }) => (whole ? [{ name, whole }] : [])),
  };
}

async function answerOf({ url, headers, body }: LoadTarget): Promise<string> {
  const answer = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${text}`);
  return text;
}

/** Each surface answers with the text, before its speed counts. */
async function assertAnswers(targets: readonly SurfaceTarget[]): Promise<void> {
  for (const { name, whole } of targets) {
    if (!whole) continue;
    const text = await answerOf(whole);
    if (!text.includes(`You said: ${MESSAGE}`)) throw new Error(`${name} answered: ${text}`);
  }
}

function answering(): Workflow {
  return flow([
    ['start', 'start', { inputs: [{ name: 'message', type: 'text', required: true }] }],
    ['end', 'end', { outputs: { answer: 'You said: {{start.message}}' } }],
  ]);
}

function talkingFlow(): Workflow {
  const model = `openai-compatible/fake-t${STREAM_TOKENS}-d${STREAM_TOKEN_MS}-stamp`;
  return flow([
    ['start', 'start', { inputs: [{ name: 'message', type: 'text', required: true }] }],
    ['write', 'llm', { model, userPrompt: '{{start.message}}' }],
    ['end', 'end', { outputs: { answer: '{{write.output}}' } }],
  ]);
}

function waitingFlow(): Workflow {
  return flow([
    ['start', 'start', { inputs: [{ name: 'message', type: 'text', required: true }] }],
    ['pause', 'wait', { forMs: WAIT_MS }],
    ['end', 'end', { outputs: { answer: 'You said: {{start.message}}' } }],
  ]);
}

/** With a model that says when it wrote each token. */
function memoryTemplate(): Workflow {
  const file = new URL('../templates/chat-with-memory.workflow.json', import.meta.url);
  const workflow = JSON.parse(readFileSync(file, 'utf8')) as Workflow;
  const answering = `openai-compatible/fake-t${REPLY_TOKENS}-d${REPLY_TOKEN_MS}-stamp`;
  const models: Readonly<Record<string, string>> = { answer: answering, learn: 'openai-compatible/fake-t5' };
  const nodes = workflow.nodes.map((node) => {
    const model = models[node.id];
    return model === undefined ? node : { ...node, config: { ...node.config, model } };
  });
  return { ...workflow, nodes };
}

function flow(rows: readonly [id: string, type: string, config: Workflow['nodes'][number]['config']][]): Workflow {
  const nodes = rows.map(([id, type, config], index) => ({
    id,
    type,
    version: 1,
    label: id,
    config,
    position: { x: index * 300, y: 0 },
  }));
  const edges = rows.slice(1).map(([target], index) => {
    const source = rows[index]?.[0] ?? '';
    return { id: `${source}-${target}`, source, sourceHandle: 'out', target, targetHandle: 'in' };
  });
  return { format: WORKFLOW_FORMAT, name: 'surfaces', description: '', settings: {}, nodes, edges };
}

function push(lists: Map<string, number[]>, name: string, value: number): void {
  lists.set(name, [...(lists.get(name) ?? []), value]);
}

function medians(lists: ReadonlyMap<string, number[]>): Record<string, number> {
  return Object.fromEntries([...lists].map(([name, values]) => [name, round(median(values))]));
}

function round(value: number): number {
  return Number(value.toFixed(2));
}
