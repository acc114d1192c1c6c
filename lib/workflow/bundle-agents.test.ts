import { expect, test } from 'vitest';
import { agentSpecSchema } from '../agents/agent-spec.ts';
import { agentsIn, agentsUsedBy, bundleAgents, withoutAgents } from './bundle-agents.ts';
import { type Workflow, workflowSchema } from './workflow.ts';

const spec = (id: string, fields: object = {}) => agentSpecSchema.parse({ id, title: id, description: id, ...fields });
const node = (id: string, type: string, config: object) => ({
  id,
  type,
  version: 1,
  label: id,
  config,
  position: { x: 0, y: 0 },
});
const flow = (...nodes: object[]): Workflow =>
  workflowSchema.parse({ format: 'threadloom/workflow@1', name: 'x', nodes, edges: [] });

const stored = new Map([
  ['chief', spec('chief', { agents: ['editor@2', 'chief'] })],
  ['editor@2', spec('editor', { instructions: 'two' })],
  ['other', spec('other')],
]);
const read = async (name: string) => stored.get(name);

test('agents are frozen with those they delegate to, under the names that nodes use', async () => {
  const whole = await bundleAgents(
    flow(node('a', 'sub-agent', { agent: 'chief' }), node('b', 'llm', { agents: ['time', 'nobody'] })),
    read,
  );
  expect(Object.keys(agentsIn(whole))).toEqual(['chief', 'editor@2']);
  expect(agentsIn(whole)['editor@2']?.instructions).toBe('two');
  expect(withoutAgents(whole)).not.toHaveProperty('agents');
});

test('agents that a conversation may pass to are frozen too, and those that it may pass to after them', async () => {
  const takers = new Map([
    ['desk', spec('desk', { handoffs: ['legal'] })],
    ['legal', spec('legal', { handoffs: ['desk'] })],
  ]);
  const whole = await bundleAgents(flow(node('a', 'llm', { handoffs: ['desk'] })), async (name) => takers.get(name));
  expect(Object.keys(agentsIn(whole))).toEqual(['desk', 'legal']);
  expect(Object.keys(agentsUsedBy(whole.nodes[0] as never, whole)).sort()).toEqual(['desk', 'legal']);
});

test('agents that a document brings are never kept', async () => {
  const forged = {
    ...flow(node('a', 'sub-agent', { agent: 'other' })),
    agents: { other: spec('other', { instructions: 'forged' }), more: {} },
  };
  const whole = await bundleAgents(forged as Workflow, read);
  expect(agentsIn(whole)).toEqual({ other: spec('other') });
  expect(await bundleAgents({ ...flow(), agents: { more: {} } } as Workflow, read)).not.toHaveProperty('agents');
});

test('what this build cannot read is no agent', () => {
  expect(agentsIn({ ...flow(), agents: { 'Not A Name': spec('x'), broken: { id: 7 }, fine: spec('fine') } } as Workflow)).toEqual(
    { fine: spec('fine') },
  );
});

test('a node uses the agents that its agents delegate to', async () => {
  const first = node('a', 'sub-agent', { agent: 'chief' });
  const whole = await bundleAgents(flow(first, node('b', 'sub-agent', { agent: 'other' })), read);
  expect(Object.keys(agentsUsedBy(whole.nodes[0] as never, whole)).sort()).toEqual(['chief', 'editor@2']);
});
