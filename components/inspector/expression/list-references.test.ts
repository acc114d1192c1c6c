import { expect, test } from 'vitest';
import { inferSchemas } from '#lib/workflow/infer-schemas.ts';
import type { Workflow } from '#lib/workflow/workflow.ts';
import { nodeRegistry } from '#nodes/registry.gen.ts';
import { listReferences, matchReferences } from './list-references.ts';

const node = (id: string, type: string, config: object) => ({
  id,
  type,
  version: 1,
  label: '',
  config: config as Record<string, never>,
  position: { x: 0, y: 0 },
});
const edge = (source: string, target: string) => ({
  id: `${source}-${target}`,
  source,
  sourceHandle: 'out',
  target,
  targetHandle: 'in',
});

const workflow: Workflow = {
  format: 'threadloom/workflow@1',
  name: 'Test',
  description: '',
  settings: {},
  nodes: [
    node('start', 'start', { inputs: [{ name: 'question', type: 'text' }] }),
    node('fetch', 'http', { url: 'https://example.com' }),
    node('gather', 'set', { values: { order: { id: 'A-7', lines: [1] }, 'odd name': 1 } }),
    node('answer', 'llm', { userPrompt: '' }),
    node('aside', 'template', { template: '' }),
  ],
  edges: [edge('start', 'fetch'), edge('fetch', 'gather'), edge('gather', 'answer'), edge('start', 'aside')],
};
const schemas = inferSchemas(workflow, nodeRegistry);
const texts = (reader: string) => listReferences(schemas, reader).map(({ text }) => text);

test('main values come first, the nearest before others, then inputs, details, and whole nodes last', () => {
  expect(texts('answer')).toEqual([
    ...['gather.order', 'gather.order.id', 'gather.order.lines', 'gather["odd name"]'],
    ...['fetch.body', 'start.question', 'fetch.status', 'fetch.headers', 'fetch.guessedCharset', 'fetch.numbersAsText'],
    ...['gather', 'fetch', 'start'],
  ]);
});

test('after a run the fields that its values had are listed', () => {
  const body = { type: 'object', properties: { orders: { type: 'array' } }, required: ['orders'], additionalProperties: false };
  const learnt = { fetch: { type: 'object', properties: { status: { type: 'number' }, body }, additionalProperties: false } };
  const items = listReferences(inferSchemas(workflow, nodeRegistry, { learnt }), 'answer');
  const shown = matchReferences(items, 'fetch.').map(({ text, schema }) => [text, schema.type]);
  expect(shown).toContainEqual(['fetch.body.orders', 'array']);
  expect(shown[0]?.[0]).toBe('fetch.body');
});

test('an llm node lists its output first, its messages later, and the whole node last', () => {
  const nodes = [...workflow.nodes, node('end', 'end', {})];
  const behind = inferSchemas({ ...workflow, nodes, edges: [...workflow.edges, edge('answer', 'end')] }, nodeRegistry);
  const shown = matchReferences(listReferences(behind, 'end'), 'answer').map(({ text }) => text);
  expect(shown[0]).toBe('answer.output');
  expect(shown.indexOf('answer.messages')).toBeLessThan(shown.indexOf('answer'));
  expect(shown.at(-1)).toBe('answer');
});

test('lists only nodes that run before', () => {
  expect(texts('start')).toEqual([]);
  expect(texts('aside')).toEqual(['start.question', 'start']);
});

test('each has its kind', () => {
  const items = listReferences(schemas, 'answer');
  expect(items.find(({ text }) => text === 'gather.order.id')).toMatchObject({ nodeId: 'gather', schema: { type: 'string' } });
});

test('without a prefix nodes and their fields are listed, deeper fields are not', () => {
  const shown = matchReferences(listReferences(schemas, 'answer'), '').map(({ text }) => text);
  expect(shown).toContain('gather.order');
  expect(shown).not.toContain('gather.order.id');
});

test('prefix matches come first, then fields with that prefix, then other matches', () => {
  const shown = matchReferences(listReferences(schemas, 'answer'), 'ST').map(({ text }) => text);
  expect(shown).toEqual(['start.question', 'start', 'fetch.status', 'fetch.numbersAsText']);
  expect(matchReferences(listReferences(schemas, 'answer'), 'gather.order.').map(({ text }) => text)).toEqual([
    ...['gather.order.id', 'gather.order.lines'],
  ]);
  expect(matchReferences(listReferences(schemas, 'answer'), 'nowhere')).toEqual([]);
});
