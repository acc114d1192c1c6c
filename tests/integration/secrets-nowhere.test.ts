import { expect, test } from 'vitest';
import { runSecretTrial } from '../support/secrets/secret-trial.ts';

test('no secret of a credential is in database, backup, logs, traces, prompts or responses', { timeout: 180_000 }, async () => {
  const report = await runSecretTrial({ hasPages: false });
  expect(report.unused).toEqual([]);
  expect(report.withoutMarker).toEqual([]);
  expect(report.found).toEqual([]);
});
