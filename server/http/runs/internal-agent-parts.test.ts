import { expect, test } from 'vitest';
import type { RunOutcome } from '#lib/ports/run-service.ts';
import { workspaceId } from '#lib/ports/run-store.ts';
import type { StoredEvent } from '#lib/run/run-event.ts';
import type { Workflow } from '#lib/workflow/workflow.ts';
import { InternalAgent, type InternalAgentOptions } from '../../a2a-services/internal-agent.ts';
import type { Repositories } from '../../db/repositories/repositories.ts';
import { makeInternalAgentParts } from './internal-agent-parts.ts';

const said: StoredEvent = {
  seq: 1,
  type: 'reply',
  json: JSON.stringify({ type: 'reply', seq: 1, v: 1, at: 1, nodeId: 'say', content: 'High tide at noon' }),
};
const versions: Record<string, Workflow['nodes']> = {
  earlier: [{ id: 'say', type: 'reply' }] as unknown as Workflow['nodes'],
  now: [],
};

/** An agent of a workflow whose run had the version `earlier`; `published` is what there is today. */
function agentOf(published: { slug: string; documentHash: string }[]) {
  const runs = {
    getHead: async () => ({ documentHash: 'earlier' }),
    readEvents: async (_: string, afterSeq: number) => [said].filter(({ seq }) => seq > afterSeq),
  };
  const parts = makeInternalAgentParts({
    published: { list: async () => published as never },
    frozen: () => ({ get: async (hash) => ({ nodes: versions[hash] ?? [], edges: [] }) as unknown as Workflow }),
    runs: () => ({ readOutcome: async (runId: string) => ({ runId, status: 'succeeded', outputs: {} }) as RunOutcome }) as never,
    reposOf: () => ({ runs }) as unknown as Repositories,
    log: { error: () => {} },
  });
  const service = { slug: 'tides', displayName: 'Tides' } as InternalAgentOptions['service'];
  return new InternalAgent({ ...parts, workspaceId: workspaceId('ws_1'), service });
}

test.each([
  ['another version is published', [{ slug: 'tides', documentHash: 'now' }]],
  ['the workflow is published no longer', []],
])('a task that has ended is read by the version of its run, though %s', async (_, published) => {
  expect(await agentOf(published).getTask('run_1')).toMatchObject({ state: 'completed', text: 'High tide at noon' });
});
