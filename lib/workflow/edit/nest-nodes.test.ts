import { expect, test } from 'vitest';
import { document, node, startNode, testNodes } from '#tests/support/test-nodes.ts';
import { validateWorkflow } from '../validate-workflow.ts';
import { workflowSchema } from '../workflow.ts';
import { putInside, takeOut } from './nest-nodes.ts';

const again = node('again', 'loop', { config: { while: 'false' } });
const workflow = workflowSchema.parse(
  document([startNode, again, node('page', 'echo'), node('say', 'echo')], ['start -> again', 'again -> page', 'page -> say']),
);
const both = new Set(['page', 'say']);
const nested = putInside(workflow, both, 'again');
const ends = ({ edges }: typeof workflow) => edges.map(({ source, target }) => `${source} -> ${target}`);

test('nodes are moved into a container with the edges between them, and edges across its border are removed', () => {
  expect(nested.nodes.map(({ id, parentId }) => [id, parentId])).toEqual([
    ['start', undefined],
    ['again', undefined],
    ['page', 'again'],
    ['say', 'again'],
  ]);
  expect(ends(nested)).toEqual(['start -> again', 'page -> say']);
  expect(validateWorkflow(nested, testNodes).errors).toEqual([]);
});

test('they come out again to where the container is', () => {
  expect(takeOut(nested, both).nodes).toEqual(workflow.nodes);
  expect(ends(takeOut(nested, new Set(['say'])))).toEqual(['start -> again']);
});

test('a container cannot be moved into itself or into its own body', () => {
  expect(putInside(workflow, new Set(['again']), 'again')).toBe(workflow);
  const deep = putInside(putInside(workflow, new Set(['page']), 'again'), new Set(['again']), 'page');
  expect(deep.nodes.find(({ id }) => id === 'again')?.parentId).toBeUndefined();
  expect(takeOut(workflow, both)).toBe(workflow);
});
