import { expect, test } from 'vitest';
import { workflowOf } from '#tests/support/test-engine.ts';
import { withoutBundle } from './called-workflows.ts';
import { storedReach, withOpenHosts, withReach } from './stored-reach.ts';
import type { Workflow } from './workflow.ts';
import { workflowReach } from './workflow-reach.ts';

const workflow = workflowOf({ it: ['set', { values: {} }] }, []);
const reach = workflowReach(workflow, { nodes: {}, tools: {}, agents: {} });

test('a version has the list that it was published with, and its document does not', () => {
  const frozen = JSON.parse(JSON.stringify(withReach(workflow, { ...reach, hosts: ['a.example'], usesFiles: true }))) as Workflow;
  expect(storedReach(frozen)).toEqual({ ...reach, hosts: ['a.example'], usesFiles: true });
  expect(withoutBundle(frozen)).toEqual(workflow);
  expect(storedReach(workflow)).toBeUndefined();
});

test('hosts that a value chooses are those of the version; one of a build that named none keeps any', () => {
  const open = { ...reach, hasOpenHost: true, openHosts: ['*'] };
  const named = withOpenHosts(open, ['b.example', 'a.example', 'b.example']);
  expect(storedReach(withReach(workflow, named))?.openHosts).toEqual(['a.example', 'b.example']);
  expect(storedReach(withReach(workflow, withOpenHosts(open, [])))?.openHosts).toEqual([]);
  expect(withOpenHosts(reach, ['a.example'])).toEqual(reach);
  const { openHosts: _, ...earlier } = open;
  expect(storedReach({ ...workflow, reach: earlier } as Workflow)?.openHosts).toEqual(['*']);
  expect(storedReach(withReach(workflow, { ...reach, servers: ['mcp a'] }))?.servers).toEqual(['mcp a']);
});

test('what a list of another build lacks or has too much is not allowed', () => {
  const stored = { hosts: ['a.example', 7], hasOpenHost: 'yes', models: 'all', more: ['x'] };
  const read = storedReach({ ...workflow, reach: stored } as Workflow);
  expect(read).toEqual({ ...reach, unknown: [], hosts: ['a.example'], servers: ['*'] });
});
