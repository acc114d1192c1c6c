import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CrashReport, runCrashTrial } from '#tests/support/crash/crash-trial.ts';
import { startCluster } from '#tests/support/postgres-cluster.ts';
import { aim } from './aims.ts';
import type { BenchOptions, BenchResult } from './run.ts';

/**
 * SIGKILL at random moments of random workflows with side effects, on both databases. `--kills` of
 * each, `--seed`.
 */
export default async function crash(options: BenchOptions): Promise<BenchResult> {
  const kills = Number(options.kills ?? 200);
  const seed = Number(options.seed ?? Date.now() % 1_000_000_000);
  const folder = mkdtempSync(join(tmpdir(), 'threadloom-crash-'));
  const cluster = await startCluster();
  try {
    const trial = { kills, runsPerKill: 12, seed, dataFolder: join(folder, 'data') };
    const reports: Record<string, CrashReport> = {
      embedded: await runCrashTrial(trial),
      postgres: await runCrashTrial({ ...trial, databaseUrl: cluster.url }),
    };
    const sum = (pick: (report: CrashReport) => number) =>
      Object.values(reports).reduce((total, report) => total + pick(report), 0);
    return {
      name: 'crash',
      aims: [
        aim(
          'lostRuns',
          sum((report) => report.lostRuns),
          { atMost: 0 },
        ),
        aim(
          'lostEvents',
          sum((report) => report.lostEvents),
          { atMost: 0 },
        ),
        aim(
          'nodesRunTwice',
          sum((report) => report.nodesRunTwice),
          { atMost: 0 },
        ),
        aim(
          'effectsWithoutStart',
          sum((report) => report.effectsWithoutStart),
          { atMost: 0 },
        ),
        aim(
          'effectsRepeatedUnasked',
          sum((report) => report.effectsRepeatedUnasked),
          { atMost: 0 },
        ),
        aim('kills', Math.min(...Object.values(reports).map((report) => report.kills)), { atLeast: 200 }),
      ],
      seed,
      ...reports,
    };
  } finally {
    await cluster.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
