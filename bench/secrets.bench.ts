import { fileURLToPath } from 'node:url';
import { startCluster } from '#tests/support/postgres-cluster.ts';
import { runSecretTrial, type SecretReport } from '#tests/support/secrets/secret-trial.ts';
import { ensureBuilt } from '../scripts/build.mjs';
import { aim } from './aims.ts';
import type { BenchOptions, BenchResult } from './run.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const BUILD_LIMIT_MS = 600_000;

/**
 * Flows use one credential of each type; then the database, a backup, logs, traces, prompts, every response of the
 * API and the pages are searched for each secret. `--headless` leaves out the pages and their build.
 */
export default async function secrets(options: BenchOptions): Promise<BenchResult> {
  const hasPages = options.headless === undefined;
  if (hasPages) await ensureBuilt({ root, node: process.execPath, stream: process.stderr, timeoutMs: BUILD_LIMIT_MS });
  const cluster = await startCluster();
  try {
    const reports: Record<string, SecretReport> = {
      embedded: await runSecretTrial({ hasPages }),
      postgres: await runSecretTrial({ hasPages, databaseUrl: cluster.url }),
    };
    const all = Object.values(reports);
    const sum = (count: (report: SecretReport) => number) => all.reduce((total, report) => total + count(report), 0);
    return {
      name: 'secrets',
      aims: [
        aim(
          'secretsFound',
          sum(({ found }) => found.length),
          { atMost: 0 },
        ),
        // The search is not blind: each secret was sent, and each kind of artefact is of these runs.
        aim(
          'secretsUnused',
          sum(({ unused }) => unused.length),
          { atMost: 0 },
        ),
        aim(
          'kindsWithoutRuns',
          sum(({ withoutMarker }) => withoutMarker.length),
          { atMost: 0 },
        ),
      ],
      reports,
    };
  } finally {
    await cluster.stop();
  }
}
