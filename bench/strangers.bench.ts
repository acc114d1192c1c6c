import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { bearer, callApi } from '#tests/support/published-endpoint.ts';
import { ServerProcess } from '#tests/support/server-process.ts';
import { aim, percentile } from './aims.ts';
import type { BenchOptions, BenchResult } from './run.ts';
import type { AttackReport, AttackTarget } from './strangers/attack.ts';
import { work } from './strangers/members.ts';
import { makeSite } from './strangers/site.ts';

const CLIENTS = 200;
const SECONDS = 60;
const ALONE_SECONDS = 20;
const WARM_UP_SECONDS = 5;
const SAMPLE_MS = 250;
/** Until what was refused is gone: sockets, temporary files, runs that were started last. */
const SETTLE_MS = 5000;
const TOKEN = 'the-token-of-the-members-of-this-bench';
const preload = new URL('watch-loop.mjs', import.meta.url).pathname;

/**
 * Anonymous clients that do their worst beside ten members and keys that work: streams, sockets, unfinished bodies,
 * uploads, previews, forms, forks and unsigned webhooks, and whatever is not theirs. Compared with the same work alone.
 * `--clients 200`, `--seconds 60`, `--alone 20`.
 */
export default async function strangers(options: BenchOptions): Promise<BenchResult> {
  const clients = Number(options.clients ?? CLIENTS);
  const seconds = Number(options.seconds ?? SECONDS);
  const aloneSeconds = Number(options.alone ?? ALONE_SECONDS);
  const folder = mkdtempSync(join(tmpdir(), 'threadloom-strangers-'));
  const loopFile = join(folder, 'loop');
  const dataFolder = join(folder, 'data');
  const env = { NODE_OPTIONS: `--import ${preload}`, BENCH_LOOP_FILE: loopFile, THREADLOOM_ADMIN_TOKEN: TOKEN };
  const server = await ServerProcess.start({ dataFolder, env });
  try {
    const site = await makeSite(server.url, TOKEN);
    await work(site.insiders, WARM_UP_SECONDS);
    const alone = await work(site.insiders, aloneSeconds);
    await wait(SETTLE_MS);
    const before = { rssMb: residentMb(server.pid), diskMb: folderMb(dataFolder) };
    process.kill(server.pid, 'SIGUSR2');
    const memory = watchMemory(server.pid);
    const [report, beside] = await Promise.all([attack({ ...site.target, clients, seconds }), work(site.insiders, seconds)]);
    const peakMb = memory.stop();
    await wait(SETTLE_MS);
    const worstLoopMs = Number(readFileSync(loopFile, 'utf8'));
    const stored = await countRuns(server.url, site.pageSlug);
    const ratio = percentile(beside.latenciesMs, 0.99) / percentile(alone.latenciesMs, 0.99);
    return {
      name: 'strangers',
      aims: [
        aim('membersP99Ratio', Number(ratio.toFixed(2)), { atMost: 4 }),
        aim(
          'membersFailed',
          Object.values(beside.failed).reduce((sum, count) => sum + count, 0),
          { atMost: 0 },
        ),
        aim('rssGrowthMb', Math.round(peakMb - before.rssMb), { atMost: 300 }),
        aim('worstLoopMs', Math.round(worstLoopMs), { atMost: 250 }),
        aim('runsOfRefusedStarts', Math.max(0, stored - report.startedStreams), { atMost: 0 }),
        aim('leaks', report.leaks.length, { atMost: 0 }),
        aim('diskGrowthMb', Math.round(folderMb(dataFolder) - before.diskMb), { atMost: 200 }),
      ],
      clients,
      seconds,
      alone: summary(alone),
      beside: summary(beside),
      runsOfStrangers: stored,
      refusedStreams: report.refusedStreams,
      answers: report.answers,
      leaked: report.leaks,
    };
  } finally {
    await server.end('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  }
}

function summary({ latenciesMs, failed }: Awaited<ReturnType<typeof work>>) {
  const [p50, p99, max] = [0.5, 0.99, 1].map((share) => Math.round(percentile(latenciesMs, share)));
  return { requests: latenciesMs.length, p50, p99, max, failed };
}

/** In a process of its own, so that its work does not delay what the members measure. */
async function attack(target: AttackTarget): Promise<AttackReport> {
  const child = fork(fileURLToPath(new URL('strangers/attack-process.ts', import.meta.url)), {
    execArgv: [],
    serialization: 'json',
  });
  try {
    child.send(target);
    return await reportOf(child);
  } finally {
    child.kill('SIGKILL');
  }
}

async function reportOf(child: ChildProcess): Promise<AttackReport> {
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`The strangers ended with ${code} before they reported`);
  });
  ended.catch(() => {});
  const [report] = (await Promise.race([once(child, 'message'), ended])) as [AttackReport];
  return report;
}

/** The most that a process has in memory until it is stopped: bodies are held for a while only. */
function watchMemory(pid: number): { stop(): number } {
  let peakMb = residentMb(pid);
  const timer = setInterval(() => {
    peakMb = Math.max(peakMb, residentMb(pid));
  }, SAMPLE_MS);
  return {
    stop() {
      clearInterval(timer);
      return Math.max(peakMb, residentMb(pid));
    },
  };
}

async function countRuns(url: string, slug: string): Promise<number> {
  let count = 0;
  let cursor: string | undefined;
  do {
    const page = cursor === undefined ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const { json } = await callApi(`${url}/api/v1/runs?limit=100&slug=${slug}${page}`, { headers: bearer(TOKEN) });
    count += (json.items as unknown[]).length;
    cursor = (json.nextCursor as string | null) ?? undefined;
  } while (cursor !== undefined);
  return count;
}

function residentMb(pid: number): number {
  const [, kilobytes = '0'] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1024;
}

/** Files that are deleted meanwhile have no size. */
function folderMb(folder: string): number {
  const bytes = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + (statSync(join(parentPath, name), { throwIfNoEntry: false })?.size ?? 0), 0);
  return bytes / 1e6;
}
