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

test('lists the nodes before, the nearest first, with the fields of their values', () => {
  expect(texts('answer')).toEqual([
    ...['gather', 'gather.order', 'gather.order.id', 'gather.order.lines', 'gather["odd name"]'],
    ...['fetch', 'fetch.status', 'fetch.headers', 'fetch.body'],
    ...['start', 'start.question'],
  ]);
});

test('lists nothing that does not come before', () => {
  expect(texts('start')).toEqual([]);
  expect(texts('aside')).toEqual(['start', 'start.question']);
});

test('each has its kind', () => {
  const items = listReferences(schemas, 'answer');
  expect(items.find(({ text }) => text === 'gather.order.id')).toMatchObject({ nodeId: 'gather', schema: { type: 'string' } });
});

test('without a word nodes and their fields are shown, deeper ones are not', () => {
  const shown = matchReferences(listReferences(schemas, 'answer'), '').map(({ text }) => text);
  expect(shown).toContain('gather.order');
  expect(shown).not.toContain('gather.order.id');
});

test('prefix matches come first, then fields with that prefix, then other matches', () => {
  const shown = matchReferences(listReferences(schemas, 'answer'), 'ST').map(({ text }) => text);
  expect(shown).toEqual(['start', 'start.question', 'fetch.status']);
  expect(matchReferences(listReferences(schemas, 'answer'), 'gather.order.').map(({ text }) => text)).toEqual([
    ...['gather.order.id', 'gather.order.lines'],
  ]);
  expect(matchReferences(listReferences(schemas, 'answer'), 'nowhere')).toEqual([]);
});
