import { expect, test } from 'vitest';
import { inferSchemas } from '#lib/workflow/infer-schemas.ts';
import type { Workflow } from '#lib/workflow/workflow.ts';
import { nodeRegistry } from '#nodes/registry.gen.ts';
import { findRows, rootsOf, rowsOf } from './reference-tree.ts';

const node = (id: string, type: string, config: object, parentId?: string) => ({
  id,
  type,
  version: 1,
  label: '',
  config: config as Record<string, never>,
  position: { x: 0, y: 0 },
  ...(parentId !== undefined && { parentId }),
});
const edge = (source: string, target: string) => ({
  id: `${source}-${target}`,
  source,
  sourceHandle: 'out',
  target,
  targetHandle: 'in',
});
const order = { type: 'object', properties: { lines: { type: 'array', items: { type: 'object', properties: { sku: {} } } } } };

const workflow: Workflow = {
  format: 'threadloom/workflow@1',
  name: 'Test',
  description: '',
  settings: {},
  nodes: [
    node('start', 'start', { inputs: [{ name: 'order', type: 'json', schema: order }] }),
    node('fetch', 'http', { url: 'https://example.com' }),
    node('each', 'map', { items: '{{start.order.lines}}' }),
    node('line', 'template', { template: '' }, 'each'),
    node('again', 'loop', { while: '' }),
    node('end', 'end', {}),
  ],
  edges: [edge('start', 'fetch'), edge('fetch', 'each'), edge('each', 'again'), edge('again', 'end')],
};
const schemas = inferSchemas(workflow, nodeRegistry);
const values = { fetch: { status: 200, headers: {}, body: { 'odd name': [{ id: 7 }], tags: [] } } };

function texts(reader: string, open: readonly string[], known: object = {}): readonly string[] {
  const opened = { values: known as Record<string, unknown>, isOpen: (text: string) => open.includes(text) };
  return rowsOf(rootsOf(schemas, reader), opened).map(({ text }) => text);
}

test('closed, it is the nodes before, the nearest first', () => {
  expect(texts('end', [])).toEqual(['again', 'each', 'fetch', 'start']);
});

test('an open row lists the fields of the schema', () => {
  expect(texts('end', ['fetch'])).toContain('fetch.body');
  expect(texts('end', ['start', 'start.order', 'start.order.lines', 'start.order.lines[0]'])).toEqual(
    expect.arrayContaining(['start.order.lines[0].sku']),
  );
});

test('fields without a schema are listed from the last run', () => {
  const open = ['fetch', 'fetch.body', 'fetch.body["odd name"]', 'fetch.body["odd name"][0]'];
  const all = texts('end', open, values);
  expect(all).toEqual(expect.arrayContaining(['fetch.body["odd name"][0].id', 'fetch.body.tags']));
  expect(texts('end', open)).not.toContain('fetch.body.tags');
});

test('the body of a map starts with its item, and a loop refers to the result of its last iteration', () => {
  expect(texts('line', ['map', 'map.item'])).toEqual(['map', 'map.item', 'map.item.sku', 'map.index', 'fetch', 'start']);
  expect(texts('again', ['loop'])).toEqual(expect.arrayContaining(['loop.last', 'loop.index']));
});

test('a search finds names and values, however deep', () => {
  const roots = rootsOf(schemas, 'end');
  expect(findRows(roots, 'SKU', {}).map(({ text }) => text)).toEqual(['start.order.lines[0].sku']);
  expect(findRows(roots, '200', values).map(({ text }) => text)).toEqual(['fetch.status']);
  expect(findRows(roots, 'nowhere', values)).toEqual([]);
});
