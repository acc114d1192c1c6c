import { expect, test } from 'vitest';
import type { StartRun } from '#lib/ports/run-service.ts';
import { workspaceId } from '#lib/ports/run-store.ts';
import type { HandlerContext } from '../handler-kit/define-handler.ts';
import { startOrFind } from './start-run.ts';

test('who repeats a start with its key waits for the run until the client is gone', async () => {
  const gone = new AbortController();
  const context = {
    deps: {
      starts: { start: async () => ({ runId: 'run_1', isReplayed: true }) },
      hub: { subscribe: () => () => {} },
      runs: {},
    },
    repos: { runs: { getHead: async () => ({ status: 'running' }) } },
    whenGone: () => gone.signal,
  } as unknown as HandlerContext;
  const run = { workspaceId: workspaceId('ws_1'), inputs: {}, mode: 'draft' } as unknown as StartRun;
  const { started, isReplayed } = await startOrFind(run, { key: 'k', scope: 's', body: {} }, context);
  expect(isReplayed).toBe(true);
  const { outcome } = started;
  gone.abort();
  await expect(outcome).rejects.toMatchObject({ code: 'unavailable' });
});
