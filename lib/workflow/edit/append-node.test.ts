import { expect, test } from 'vitest';
import { nodeRegistry } from '#nodes/registry.gen.ts';
import { workflowOf } from '#tests/support/test-engine.ts';
import { appendNode } from './append-node.ts';

const inputs = [
  { name: 'order', type: 'number' },
  { name: 'message', type: 'text' },
];
const workflow = workflowOf({ start: ['start', { inputs }], llm: ['llm', { userPrompt: 'x' }] }, ['start -> llm']);

function appended(type: 'classifier' | 'knowledge' | 'llm', nodeId: string) {
  const options = { registry: nodeRegistry, definition: nodeRegistry[type], position: { x: 0, y: 0 }, after: { nodeId } };
  const added = appendNode(workflow, options);
  return added.workflow.nodes.find(({ id }) => id === added.nodeId)?.config;
}

test('a node after start that works on a text reads the message of the run', () => {
  expect(appended('classifier', 'start')).toMatchObject({ input: '{{start.message}}' });
  expect(appended('knowledge', 'start')).toMatchObject({ query: '{{start.message}}' });
});

test('what another node gives is not guessed, and neither is a prompt', () => {
  expect(appended('classifier', 'llm')).not.toHaveProperty('input');
  expect(appended('llm', 'start')).not.toHaveProperty('userPrompt');
});
