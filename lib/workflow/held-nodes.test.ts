import { expect, test } from 'vitest';
import { isHeld } from './held-nodes.ts';
import type { Workflow } from './workflow.ts';

const node = (id: string, type: string, parentId?: string) => ({
  id,
  type,
  version: 1,
  label: '',
  config: {},
  position: { x: 0, y: 0 },
  ...(parentId && { parentId }),
});
const edge = (source: string, target: string) => ({
  id: `${source}-${target}`,
  source,
  sourceHandle: 'out',
  target,
  targetHandle: 'in',
});
const inner = { nodes: [node('make', 'artifact'), node('ask', 'approval')], edges: [edge('make', 'ask')] };
const workflow = {
  nodes: [
    node('draft', 'llm'),
    node('each', 'map'),
    node('write', 'artifact', 'each'),
    { ...node('call', 'workflow'), config: { workflowId: 'wf_1' } },
    node('other', 'artifact'),
    node('last', 'artifact'),
  ],
  edges: [edge('draft', 'each'), edge('each', 'call'), edge('call', 'last')],
  workflows: { 'wf_1@draft': { format: 'threadloom/workflow@1', name: 'w', description: '', settings: {}, ...inner } },
} as unknown as Workflow;

test('what is made before an approval is held, in containers and called workflows too', () => {
  for (const path of ['draft', 'each', 'each[2.1]/write', 'call[0]/make']) expect(isHeld(path, workflow), path).toBe(true);
  for (const path of ['other', 'last', 'call[0]/ask']) expect(isHeld(path, workflow), path).toBe(false);
});
