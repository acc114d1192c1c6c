import { expect, onTestFinished, test } from 'vitest';
import { Fleet } from '#tests/support/fleet.ts';
import { workflowOf } from '#tests/support/test-engine.ts';

test('`npm run worker` runs what web processes queue, and exits in order on a signal', async () => {
  const fleet = await Fleet.start();
  onTestFinished(() => fleet.stop());
  const [{ api }, worker] = await Promise.all([fleet.startWeb(), fleet.startWorkerByScript()]);
  const document = workflowOf({ say: ['template', { template: 'from a worker' }] }, []);
  expect(await api.runDocument({ body: { document } })).toMatchObject({ status: 'succeeded' });
  expect(worker.output).toMatch(/is ready, pid \d+/);
  expect(await fleet.end(worker)).toBe(0);
});
