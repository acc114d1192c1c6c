import { runTriggerTrial } from '#tests/support/crash/trigger-trial.ts';
import { aim, percentile } from './aims.ts';
import type { BenchOptions, BenchResult } from './run.ts';

/**
 * Schedules that are due within one minute and webhooks, a third of them sent twice, while one of several
 * processes on Postgres is killed every few seconds. `--processes`, `--schedules`, `--webhooks`, `--every`
 * (ms between kills; 0 for none), `--seed`.
 */
export default async function triggers(options: BenchOptions): Promise<BenchResult> {
  const seed = Number(options.seed ?? Date.now() % 1_000_000_000);
  const { scheduleLatenessMs, webhookAckMs, missed, doubled, ...report } = await runTriggerTrial({
    processes: Number(options.processes ?? 3),
    schedules: Number(options.schedules ?? 2000),
    webhooks: Number(options.webhooks ?? 5000),
    killEveryMs: Number(options.every ?? 5000),
    seed,
  });
  return {
    name: 'triggers',
    aims: [
      aim('missed', missed, { atMost: 0 }),
      aim('doubled', doubled, { atMost: 0 }),
      aim('scheduleLatenessMsP99', percentile(scheduleLatenessMs, 0.99), { atMost: 2000 }),
      aim('webhookAckMsP99', percentile(webhookAckMs, 0.99), { atMost: 150 }),
    ],
    seed,
    scheduleLatenessMsP50: percentile(scheduleLatenessMs, 0.5),
    webhookAckMsP50: percentile(webhookAckMs, 0.5),
    ...report,
  };
}
