import { expect, test } from 'vitest';
import { nodeRegistry } from '#nodes/registry.gen.ts';
import { document, node, startNode } from '#tests/support/test-nodes.ts';
import { workflowSchema } from '../workflow.ts';
import { connectPorts } from './connect-ports.ts';

const workflow = workflowSchema.parse(
  document(
    [startNode, node('draft', 'llm'), node('ask', 'approval'), node('own', 'approval', { config: { value: 'Mine' } })],
    ['start -> draft'],
  ),
);

function valueAfter(source: string, target: string, sourceHandle = 'out') {
  const connected = connectPorts(workflow, nodeRegistry, { source, sourceHandle, target, targetHandle: 'in' });
  return connected.ok ? connected.workflow.nodes.find(({ id }) => id === target)?.config.value : connected.refusal;
}

test('an approval that is connected decides on the main output of the node before it', () => {
  expect(valueAfter('draft', 'ask')).toBe('{{draft.output}}');
});

test('its own value stays, and a failure or a node without a main output fills in none', () => {
  expect(valueAfter('draft', 'own')).toBe('Mine');
  expect(valueAfter('draft', 'ask', 'error')).toBeUndefined();
  expect(valueAfter('start', 'ask')).toBeUndefined();
});
