import { expect, test } from 'vitest';
import type { NodePorts } from '#engine/run/scopes/run-scope.ts';
import type { RunIdentity } from '#lib/ports/run-store.ts';
import { withOpenHosts, withReach } from '#lib/workflow/stored-reach.ts';
import { workflowReach } from '#lib/workflow/workflow-reach.ts';
import { nodeRegistry } from '#nodes/registry.gen.ts';
import { makeExecutorContext } from '#tests/support/executor-context.ts';
import { workflowOf } from '#tests/support/test-engine.ts';
import { ReachKeeper } from './reach-keeper.ts';

const registries = { nodes: nodeRegistry, tools: {}, agents: {} };
const asked: string[] = [];
const { context } = makeExecutorContext();
const ports = {
  ...context,
  fetch: async (url: string) => {
    asked.push(url);
    return { status: 200, headers: {}, url, body: new Uint8Array() };
  },
} as unknown as NodePorts;
const keeper = new ReachKeeper({ nodes: nodeRegistry, agents: {}, log: { warn: () => {} } });
const published = {
  runId: 'run_1',
  workspaceId: 'ws',
  deployment: { slug: 'a', version: 1, keyId: 'k' },
} as unknown as RunIdentity;

test('a published run keeps to the list of its version, whatever the document would allow', async () => {
  const anywhere = workflowOf({ get: ['http', { url: '{{start.url}}' }] }, []);
  const open = workflowReach(anywhere, registries);
  expect(open.hasOpenHost).toBe(true);
  const stored = withReach(anywhere, { ...withOpenHosts(open, []), hosts: ['api.example.com'] });
  const { fetch } = keeper.limit(ports, published, stored);
  await fetch('https://api.example.com/x');
  await expect(fetch('https://elsewhere.example/')).rejects.toMatchObject({ code: 'url-refused' });
  expect(asked).toEqual(['https://api.example.com/x']);
  await keeper.limit(ports, published, anywhere).fetch('https://elsewhere.example/');
  expect(asked).toHaveLength(2);
});

test('hosts in the settings of the workflow limit addresses that a value chooses', async () => {
  const limited = workflowOf({ get: ['http', { url: '{{start.url}}' }] }, [], { hosts: ['*.example.com'] });
  const reach = workflowReach(limited, registries);
  expect(reach).toMatchObject({ hosts: ['*.example.com'], hasOpenHost: false });
  const { fetch } = keeper.limit(ports, published, withReach(limited, reach));
  await fetch('https://a.example.com/');
  await expect(fetch('https://elsewhere.example/')).rejects.toMatchObject({ code: 'url-refused' });
});
