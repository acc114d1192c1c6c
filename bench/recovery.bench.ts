import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCrashTrial } from '#tests/support/crash/crash-trial.ts';
import { runRecoveryTrial } from '#tests/support/crash/recovery-trial.ts';
import { aim, percentile } from './aims.ts';
import type { BenchOptions, BenchResult } from './run.ts';

const RUNS_PER_KILL = 12;

/**
 * Kills one queue worker on Postgres and Redis every few seconds, during runs with all kinds of
 * side effects: requests, models, containers, called workflows, code, tools and approvals.
 * In every second run, unknown effects are decided only after all other runs have ended and every
 * worker was killed again. Until then the run must wait, and its effect must have happened at most
 * once. Then the same embedded, where the only process is killed. `--runs`, `--every` (ms between
 * kills), `--kills` (embedded), `--seed`.
 */
export default async function recovery(options: BenchOptions): Promise<BenchResult> {
  const seed = Number(options.seed ?? Date.now() % 1_000_000_000);
  const { takeoverMs, ...distributed } = await runRecoveryTrial({
    runs: Number(options.runs ?? 500),
    killEveryMs: Number(options.every ?? 4000),
    seed,
  });
  const folder = mkdtempSync(join(tmpdir(), 'threadloom-recovery-'));
  try {
    const kills = Number(options.kills ?? 15);
    const embedded = await runCrashTrial({ kills, runsPerKill: RUNS_PER_KILL, seed, dataFolder: join(folder, 'data') });
    const repeated = embedded.effectsRepeatedUnasked + embedded.effectsWithoutStart;
    return {
      name: 'recovery',
      aims: [
        aim('lostRuns', distributed.lostRuns + embedded.lostRuns, { atMost: 0 }),
        aim('lostEvents', distributed.lostEvents + embedded.lostEvents, { atMost: 0 }),
        aim('duplicatedEffects', distributed.duplicatedEffects + repeated, { atMost: 0 }),
        aim('leftOpenRuns', distributed.leftOpenRuns, { atLeast: 1 }),
        aim('leftOpenHarmed', distributed.leftOpenHarmed, { atMost: 0 }),
        aim('takeoverMsP99', percentile(takeoverMs, 0.99), { atMost: 10_000 }),
      ],
      seed,
      unknownEffects: distributed.unknownEffects + embedded.effectsAskedAbout,
      takeovers: takeoverMs.length,
      takeoverMsP50: percentile(takeoverMs, 0.5),
      distributed,
      embedded,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
