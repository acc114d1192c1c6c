import { expect, test } from 'vitest';
import { document, node, startNode, testNodes } from '#tests/support/test-nodes.ts';
import { validateWorkflow } from '../validate-workflow.ts';
import { workflowSchema } from '../workflow.ts';
import { copyElements, parseCopiedElements } from './copy-elements.ts';
import { duplicateElements, pasteElements } from './paste-elements.ts';

const workflow = workflowSchema.parse(
  document(
    [
      startNode,
      node('page', 'fetch', { config: { url: 'https://example.com/{{start.question}}' } }),
      node('say', 'echo', { config: { values: { text: '{{page.body}} {{start.question}}' } } }),
    ],
    ['start -> page', 'page -> say'],
  ),
);
const options = { registry: testNodes, offset: { x: 40, y: 30 } };
const both = { nodes: new Set(['page', 'say']) };

test('a copy is plain JSON of the nodes and the edges between them', () => {
  const copied = copyElements(workflow, both);
  expect(parseCopiedElements(JSON.stringify(copied))).toEqual(copied);
  expect(copied?.edges.map(({ source, target }) => `${source} ${target}`)).toEqual(['page say']);
  expect(copyElements(workflow, { nodes: new Set() })).toBeUndefined();
});

test.each([['plain words'], ['{"format":"threadloom/elements@1"}'], ['[]'], ['null']])(
  '%s was not copied from a canvas',
  (text) => {
    expect(parseCopiedElements(text)).toBeUndefined();
  },
);

test('duplicates refer to each other, and to what was not copied as before', () => {
  const { workflow: changed, pasted } = duplicateElements(workflow, both, options);
  expect([...pasted.nodes]).toEqual(['page_2', 'say_2']);
  expect(changed.nodes.find(({ id }) => id === 'say_2')?.config).toEqual({
    values: { text: '{{page_2.body}} {{start.question}}' },
  });
  expect(changed.edges.at(-1)).toMatchObject({ source: 'page_2', target: 'say_2' });
  expect([...pasted.edges]).toEqual([changed.edges.at(-1)?.id]);
  expect(changed.nodes.slice(0, 3)).toEqual(workflow.nodes);
  const before = workflow.nodes[1]?.position;
  expect(changed.nodes.find(({ id }) => id === 'page_2')?.position).toEqual({
    x: (before?.x ?? 0) + 40,
    y: (before?.y ?? 0) + 30,
  });
});

test('what was copied twice over has ids of its own each time', () => {
  const once = duplicateElements(workflow, both, options);
  const twice = duplicateElements(once.workflow, { nodes: new Set(['page', 'page_2', 'say_2']) }, options);
  expect([...twice.pasted.nodes]).toEqual(['page_3', 'page_4', 'say_3']);
  expect(twice.workflow.nodes.find(({ id }) => id === 'say_3')?.config).toEqual({
    values: { text: '{{page_4.body}} {{start.question}}' },
  });
  const errors = validateWorkflow(twice.workflow, testNodes).errors.map(({ code }) => code);
  expect(errors).not.toContain('duplicate-id');
});

test('into another workflow nodes keep their ids', () => {
  const copied = copyElements(workflow, both);
  const empty = { ...workflow, nodes: [], edges: [] };
  const { workflow: changed } = pasteElements(empty, copied ?? never(), options);
  expect(changed.nodes.map(({ id }) => id)).toEqual(['page', 'say']);
  expect(changed.edges.map(({ id }) => id)).toEqual(['page-say']);
});

test('a workflow gets no second start', () => {
  const all = duplicateElements(workflow, { nodes: new Set(['start', 'page']) }, options);
  expect(all.workflow.nodes.filter(({ type }) => type === 'start')).toHaveLength(1);
  expect([...all.pasted.nodes]).toEqual(['page_2']);
  expect(duplicateElements(workflow, { nodes: new Set(['start']) }, options).workflow).toBe(workflow);
});

function never(): never {
  throw new Error('nothing was copied');
}
