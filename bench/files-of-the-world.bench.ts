import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { ensureService } from '../scripts/test/services.mjs';
import { aim } from './aims.ts';
import type { BenchOptions, BenchResult } from './run.ts';
import { type FetchedPackages, fetchPackages } from './world/fetch-packages.ts';
import { filesOfFolder, filesOfPackages, type WorldFile } from './world/find-files.ts';
import { judge, type Verdict } from './world/judge.ts';
import { makeFiles } from './world/office.ts';
import { type OurReading, readOurs } from './world/our-readers.ts';
import { KINDS, PACKAGES } from './world/packages.ts';
import { readSecond, type SecondReading } from './world/second-readers.ts';

const SHOWN_FILES = 100;
const SHOWN_WORDS = 20;
const NO_PACKAGES: FetchedPackages = { fetched: [], missing: [], otherVersions: [] };

type Read = {
  readonly file: WorldFile;
  readonly ours: OurReading;
  readonly verdict: Verdict;
  readonly second?: SecondReading | undefined;
};

/**
 * Files of public packages, and what LibreOffice makes of them, through our readers and through others.
 * Counts words that only the others have, and characters decoded wrongly, where we do not warn.
 * `--folder <path>`: the files of a folder instead.
 */
export default async function filesOfTheWorld(options: BenchOptions): Promise<BenchResult> {
  for (const name of ['office', 'poppler', 'python']) Object.assign(process.env, await ensureService(name));
  const startedAt = performance.now();
  const folder = mkdtempSync(join(tmpdir(), 'threadloom-bench-world-'));
  try {
    const { files, packages } = await gather(options, folder);
    const second = await readSecond(files, folder);
    const ours = await readOurs(files);
    const reads = files.map((file): Read => {
      const reading = ours.get(file.path) ?? { outcome: 'crashed' as const, reason: 'it was not read' };
      return { file, ours: reading, second: second.get(file.path), verdict: judge(file.kind, reading, second.get(file.path)) };
    });
    return { ...resultOf(reads, packages), seconds: Math.round((performance.now() - startedAt) / 1000) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function gather({ folder: given }: BenchOptions, folder: string) {
  if (typeof given === 'string') return { files: filesOfFolder(resolve(given)), packages: NO_PACKAGES };
  const cache = join(tmpdir(), 'threadloom-files-of-the-world');
  mkdirSync(cache, { recursive: true });
  const packages = await fetchPackages(PACKAGES, cache);
  const found = filesOfPackages(packages.fetched);
  return { files: [...found, ...(await makeFiles(found, folder))], packages };
}

function resultOf(reads: readonly Read[], { fetched, missing, otherVersions }: FetchedPackages): BenchResult {
  const crashed = reads.flatMap(({ file, ours }) => (ours.outcome === 'crashed' ? [`${file.label}: ${ours.reason}`] : []));
  const lost = reads.filter(({ verdict }) => verdict.lost.length > 0);
  const mojibake = reads.filter(({ verdict }) => verdict.mojibake.length > 0);
  return {
    name: 'files-of-the-world',
    aims: [
      aim('crashes', crashed.length, { atMost: 0 }),
      aim('silentLosses', lost.length, { atMost: 0 }),
      aim('mojibake', mojibake.length, { atMost: 0 }),
      aim('packagesMissing', missing.length, { atMost: 0 }),
    ],
    files: reads.length,
    packages: fetched.length,
    missing,
    otherVersions,
    kinds: Object.fromEntries(KINDS.map((kind) => [kind, countsOf(reads.filter(({ file }) => file.kind === kind))])),
    crashed: crashed.slice(0, SHOWN_FILES),
    losses: lost.slice(0, SHOWN_FILES).map(({ file, verdict }) => ({
      file: file.label,
      words: verdict.lost.slice(0, SHOWN_WORDS),
      count: verdict.lost.length,
    })),
    damaged: mojibake.slice(0, SHOWN_FILES).map(({ file, verdict }) => ({
      file: file.label,
      pieces: verdict.mojibake.slice(0, SHOWN_WORDS),
    })),
    refusals: countBy(reads.flatMap(({ ours }) => (ours.outcome === 'refused' ? [ours.reason] : []))),
    /** Of the other readers; such files are not compared. */
    notCompared: countBy(reads.flatMap(({ second }) => (second?.reason === undefined ? [] : [second.reason]))),
  };
}

function countsOf(reads: readonly Read[]) {
  const count = (is: (read: Read) => boolean) => reads.filter(is).length;
  return {
    files: reads.length,
    read: count(({ ours }) => ours.outcome === 'read'),
    refused: count(({ ours }) => ours.outcome === 'refused'),
    warned: count(({ ours }) => ours.outcome === 'read' && ours.warnings.length > 0),
    compared: count(({ ours, second }) => ours.outcome === 'read' && second?.text !== undefined),
    lostWithWarning: count(({ verdict }) => verdict.warned > 0),
    lost: count(({ verdict }) => verdict.lost.length > 0),
  };
}

function countBy(reasons: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const reason of reasons) counts[reason] = (counts[reason] ?? 0) + 1;
  return counts;
}
