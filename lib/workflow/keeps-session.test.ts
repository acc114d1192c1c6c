import { expect, test } from 'vitest';
import { keepsSession } from './keeps-session.ts';
import type { Workflow, WorkflowNode } from './workflow.ts';

const workflow = (settings: Workflow['settings'], config: WorkflowNode['config'] = {}): Pick<Workflow, 'settings' | 'nodes'> => ({
  settings,
  nodes: [{ id: 'write', type: 'llm', version: 1, label: 'Write', config, position: { x: 0, y: 0 } }],
});

test('a workflow keeps a session by its variables, or by a conversation that lasts for it', () => {
  expect(keepsSession(workflow({}))).toBe(false);
  expect(keepsSession(workflow({}, { conversationScope: 'run' }))).toBe(false);
  expect(keepsSession(workflow({ session: { variables: [{ name: 'count', type: 'number' }] } }))).toBe(true);
  expect(keepsSession(workflow({}, { conversationScope: 'session' }))).toBe(true);
});
