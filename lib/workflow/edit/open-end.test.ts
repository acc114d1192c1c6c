import { expect, test } from 'vitest';
import { nodeRegistry } from '#nodes/registry.gen.ts';
import { document, node, startNode } from '#tests/support/test-nodes.ts';
import { workflowSchema } from '../workflow.ts';
import { openEnd } from './open-end.ts';

const llm = node('llm', 'llm');
const check = node('check', 'condition');
const end = node('end', 'end');
const merge = node('merge', 'merge');
const inside = { ...node('inside', 'llm'), parentId: 'each' };

test.each([
  ['a lone start', [startNode], [], 'start'],
  ['the last of a chain', [startNode, llm], ['start -> llm'], 'llm'],
  ['a start, where the rest is not connected to it', [startNode, llm, merge], ['llm -> merge'], 'start'],
  ['a node with one open output of two', [startNode, check, end], ['start -> check', 'check.true -> end'], 'check'],
  ['not a node in a container', [startNode, node('each', 'map'), inside, end], ['start -> each', 'each -> end'], undefined],
  ['none, where all paths end', [startNode, end], ['start -> end'], undefined],
  ['none of several', [startNode, llm, merge], ['start -> llm', 'start -> merge'], undefined],
  ['none without a start', [llm], [], undefined],
] as const)('%s', (_, nodes, edges, id) => {
  expect(openEnd(workflowSchema.parse(document([...nodes], [...edges])), nodeRegistry)?.id).toBe(id);
});
