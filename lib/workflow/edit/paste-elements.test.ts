import { expect, test } from 'vitest';
import { document, node, startNode, testNodes } from '#tests/support/test-nodes.ts';
import { validateWorkflow } from '../validate-workflow.ts';
import { workflowSchema } from '../workflow.ts';
import { addNote } from './change-notes.ts';
import { copyElements, readCopiedElements } from './copy-elements.ts';
import { groupNodes } from './group-nodes.ts';
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
  expect(readCopiedElements(JSON.stringify(copied))).toEqual({ ok: true, copied });
  expect(copied?.edges.map(({ source, target }) => `${source} ${target}`)).toEqual(['page say']);
  expect(copyElements(workflow, { nodes: new Set() })).toBeUndefined();
});

test.each([
  [' ', 'empty'],
  ['plain words', 'not-json'],
  ['[]', 'foreign'],
  ['null', 'foreign'],
  ['{"nodes":[{"name":"Webhook"}],"connections":{}}', 'foreign'],
  ['{"format":"threadloom/elements@1"}', 'broken'],
  ['{"format":"threadloom/elements@1","nodes":[],"edges":[]}', 'empty'],
] as const)('%s is refused as %s', (text, refusal) => {
  expect(readCopiedElements(text)).toMatchObject({ ok: false, refusal });
});

test('the error of a broken copy names the problem', () => {
  const copied = copyElements(workflow, both);
  const broken = { ...copied, nodes: [{ ...copied?.nodes[0], id: 'No id' }] };
  expect(readCopiedElements(JSON.stringify(broken))).toMatchObject({
    refusal: 'broken',
    detail: expect.stringMatching(/^nodes\.0\.id: /),
  });
});

test('notes are copied with what is selected, frames when all their nodes are', () => {
  const noted = addNote(groupNodes(workflow, both.nodes, 'Reading').workflow, {
    position: { x: 5, y: 6 },
    width: 200,
    height: 60,
  });
  const one = copyElements(noted.workflow, { nodes: new Set(['page']), notes: new Set() });
  expect(one?.canvas).toBeUndefined();
  const { workflow: changed, pasted } = duplicateElements(noted.workflow, { ...both, notes: new Set([noted.noteId]) }, options);
  expect([...(pasted.notes ?? [])]).toEqual(['note_2']);
  expect(changed.canvas?.notes?.map(({ position }) => position)).toEqual([
    { x: 5, y: 6 },
    { x: 45, y: 36 },
  ]);
  expect(changed.canvas?.groups?.map(({ id, nodeIds }) => [id, nodeIds])).toEqual([
    ['group_1', ['page', 'say']],
    ['group_2', ['page_2', 'say_2']],
  ]);
});

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

test('two pasted copies have distinct ids', () => {
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

test('a copy brings the credential slots that its nodes name, and leaves those of the workflow alone', () => {
  const slots = {
    shop: { type: 'bearer' as const, hosts: ['api.example.com'] },
    mail: { type: 'smtp' as const, hosts: ['mail.example.com'] },
  };
  const fetching = workflowSchema.parse(
    document([startNode, node('page', 'fetch', { config: { url: 'https://example.com', auth: 'shop' } })], []),
  );
  const source = { ...fetching, settings: { credentials: slots } };
  const copied = copyElements(source, { nodes: new Set(['page']) }) ?? never();
  expect(copied.credentials).toEqual({ shop: slots.shop });
  expect(pasteElements(workflow, copied, options).workflow.settings.credentials).toEqual({ shop: slots.shop });
  const own = { ...workflow, settings: { credentials: { shop: { type: 'basic' as const, hosts: ['own.example.com'] } } } };
  expect(pasteElements(own, copied, options).workflow.settings.credentials).toEqual(own.settings.credentials);
  const whole = readCopiedElements(JSON.stringify(source));
  expect(whole.ok && whole.copied.credentials).toEqual(slots);
});
