import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { isWholeStampedText } from '#tests/support/fake-model/stamped-text.ts';
import type { LoadTarget } from './load.ts';
import { cpuMsOf, listProcessTree } from './process-tree.ts';
import { readTokenStream, recordStream, type TokenStream } from './token-stream.ts';

/** Concurrent streams, tokens of each, and milliseconds between two tokens. */
export type Load = { readonly streams: number; readonly tokens: number; readonly tokenMs: number };
export type Target = LoadTarget & {
  /** The stored text of a run. */
  readonly readStored?: (runId: string) => Promise<unknown>;
};
export type Shot = {
  readonly cpuUsPerToken: number;
  /** CPU of the processes that the server started. */
  readonly childrenUsPerToken: number;
  /** CPU of everything that is not part of the bench, in cores. */
  readonly otherCores: number;
  readonly streams: readonly TokenStream[];
  /** Streams whose sent or stored text differs from that of the model. */
  readonly unequal: number;
};

/** Delay between the starts of two streams. */
const BETWEEN_STARTS_MS = 25;
const CALM_CORES = 0.15;
const MAX_TRIES = 5;
/** Longer shots are not retried: they average out other load of the machine. */
const MAX_RETRIED_MS = 10_000;

/**
 * The first shot on an otherwise idle machine, or that with the least other load. On a busy machine
 * the baseline falls behind, reads several tokens at once, and so seems cheaper than it is.
 */
export async function shootCalmly(target: Target, load: Load): Promise<Shot> {
  const shots: Shot[] = [];
  do shots.push(await shoot(target, load));
  while (shots.length < MAX_TRIES && (shots.at(-1)?.otherCores ?? 0) > CALM_CORES && load.tokens * load.tokenMs < MAX_RETRIED_MS);
  const calmest = shots.reduce((least, shot) => (shot.otherCores < least.otherCores ? shot : least));
  return { ...calmest, unequal: shots.reduce((sum, { unequal }) => sum + unequal, 0) };
}

async function shoot(target: Target, { streams: count, tokens }: Load): Promise<Shot> {
  const children = target.pids.flatMap((pid) => listProcessTree(pid).slice(1));
  const readCpuMs = () => ({ own: cpuMsOf(target.pids), children: cpuMsOf(children), others: cpuMsOfOthers() });
  const startedAtMs = performance.now();
  const before = readCpuMs();
  const recorded = await Promise.all(
    Array.from({ length: count }, async (_, index) => {
      await wait(index * BETWEEN_STARTS_MS);
      return await recordStream(target);
    }),
  );
  const after = readCpuMs();
  const tookMs = performance.now() - startedAtMs;
  const usPerToken = (cpuMs: number) => (cpuMs * 1000) / (count * tokens);
  const childrenUsPerToken = usPerToken(after.children - before.children);
  const streams = recorded.map(readTokenStream);
  return {
    cpuUsPerToken: usPerToken(after.own - before.own) + childrenUsPerToken,
    childrenUsPerToken,
    otherCores: (after.others - before.others) / tookMs,
    streams,
    unequal: await countUnequal(streams, { target, tokens }),
  };
}

async function countUnequal(
  streams: readonly TokenStream[],
  { target, tokens }: { target: Target; tokens: number },
): Promise<number> {
  let unequal = 0;
  for (const { text, outputText, runId } of streams) {
    const stored = target.readStored ? await target.readStored(runId) : text;
    if (!isWholeStampedText(text, tokens) || outputText !== text || stored !== text) unequal++;
  }
  return unequal;
}

const TICK_MS = 10;

function cpuMsOfOthers(): number {
  const [user = 0, nice = 0, system = 0, , , interrupts = 0, softInterrupts = 0] = readFileSync('/proc/stat', 'utf8')
    .split('\n', 1)
    .flatMap((line) => line.split(/\s+/).slice(1).map(Number));
  return (user + nice + system + interrupts + softInterrupts) * TICK_MS - cpuMsOf(listProcessTree(process.pid));
}
