import { expect, test } from 'vitest';
import { nodeRegistry } from '#nodes/registry.gen.ts';
import { document, node, startNode } from '#tests/support/test-nodes.ts';
import { workflowSchema } from '../workflow.ts';
import { appendToBranches } from './append-to-branches.ts';

const check = node('check', 'condition');
const ask = node('ask', 'approval', { config: { title: 'Go on?' } });
const done = node('done', 'end');

function edgesAfter(type: 'end' | 'llm', edges: readonly string[]) {
  const workflow = workflowSchema.parse(document([startNode, check, ask, done], [...edges]));
  const position = { x: 0, y: 0 };
  const added = appendToBranches(workflow, { registry: nodeRegistry, definition: nodeRegistry[type], position });
  const known = new Set(workflow.edges.map(({ id }) => id));
  const made = added.workflow.edges.filter(({ id }) => !known.has(id));
  return made.map(({ source, sourceHandle, target }) => `${source}.${sourceHandle} -> ${target}`);
}

const branches = ['start -> check', 'check.true -> ask', 'ask.approved -> done'];

test('an end finishes every unfinished branch', () => {
  expect(edgesAfter('end', branches)).toEqual(['check.false -> end', 'ask.rejected -> end']);
});

test('another node continues the only unfinished branch, and none of several', () => {
  expect(edgesAfter('llm', [...branches, 'check.false -> done'])).toEqual(['ask.rejected -> llm']);
  expect(edgesAfter('llm', branches)).toEqual([]);
});

test('without an unfinished branch the node stays unconnected', () => {
  expect(edgesAfter('end', [...branches, 'check.false -> done', 'ask.rejected -> done'])).toEqual([]);
});
