import { expect, test } from 'vitest';
import { nodeRegistry } from '#nodes/registry.gen.ts';
import { nodeTestInputs } from './node-test-inputs.ts';
import type { Workflow } from './workflow.ts';

const node = (id: string, type: string, config: Record<string, never>) => ({
  id,
  type,
  version: 1,
  label: '',
  config,
  position: { x: 0, y: 0 },
});
const edge = (source: string, target: string) => ({
  id: `${source}-${target}`,
  source,
  sourceHandle: 'out',
  target,
  targetHandle: 'in',
});
const as = (config: object) => config as Record<string, never>;

const workflow: Workflow = {
  format: 'threadloom/workflow@1',
  name: 'Orders',
  description: '',
  settings: {},
  nodes: [
    node(
      'start',
      'start',
      as({
        inputs: [
          { name: 'ticket', type: 'text' },
          { name: 'tone', type: 'text', default: 'kind' },
        ],
      }),
    ),
    node('fetch', 'http', as({ method: 'GET', url: 'https://example.com/{{start.ticket}}' })),
    node('draft', 'template', as({ template: '{{fetch.body.items[0].name}} {{fetch.status}} {{start.tone}} {{gone.x}}' })),
    node('both', 'merge', as({})),
  ],
  edges: [edge('start', 'fetch'), edge('fetch', 'draft'), edge('draft', 'both')],
};

const inputsOf = (nodeId: string, values: Record<string, unknown> = {}, runInputs?: Record<string, unknown>) =>
  nodeTestInputs(workflow, nodeId, { registry: nodeRegistry, readValue: (id) => values[id], runInputs });

test('the inputs of a node are the values it refers to, from the last run', () => {
  const fetch = { status: 200, headers: { date: 'today' }, body: { items: [{ name: 'Loom' }, { name: 'Heddle' }], total: 2 } };
  expect(inputsOf('draft', { fetch, start: { ticket: 'T-1', tone: 'dry' }, both: 1 })).toEqual({
    fetch: { status: 200, body: { items: [{ name: 'Loom' }, { name: 'Heddle' }] } },
    start: { tone: 'dry' },
  });
});

test('a missing field of a stored value is not invented', () => {
  expect(inputsOf('draft', { fetch: { status: 204 } })).toMatchObject({ fetch: { status: 204 } });
  expect(inputsOf('draft', { fetch: 'gone' })).toMatchObject({ fetch: 'gone' });
});

test('without a run the values have the shape that the expressions ask for', () => {
  expect(inputsOf('draft')).toEqual({ fetch: { body: { items: [{ name: '' }] }, status: '' }, start: { tone: '' } });
});

test('a node that passes its input on gets all of it', () => {
  expect(inputsOf('both', { draft: 'Dear Ada' })).toEqual({ draft: 'Dear Ada' });
  expect(inputsOf('both')).toEqual({});
});

test('start gets the inputs of the last run, else its defaults', () => {
  expect(inputsOf('start', {}, { ticket: 'T-1' })).toEqual({ ticket: 'T-1' });
  expect(inputsOf('start')).toEqual({ ticket: '', tone: 'kind' });
});

test('a node that does not exist gets nothing', () => {
  expect(inputsOf('nobody')).toEqual({});
});

test('a node in containers gets the variables of a first iteration', () => {
  const inside = {
    ...workflow,
    nodes: [
      ...workflow.nodes,
      node('each', 'map', as({ items: '{{fetch.body.items}}' })),
      { ...node('again', 'loop', as({ while: 'loop.last.more' })), parentId: 'each' },
      {
        ...node('write', 'template', as({ template: '{{map.item.name}} {{map.index}} {{loop.index}} {{loop.last.more}}' })),
        parentId: 'again',
      },
      node('outside', 'template', as({ template: '{{map.item}}' })),
    ],
  };
  const of = (nodeId: string, values: Record<string, unknown> = {}) =>
    nodeTestInputs(inside, nodeId, { registry: nodeRegistry, readValue: (id) => values[id], runInputs: undefined });
  expect(of('write')).toEqual({ map: { item: { name: '' }, index: 0 }, loop: { index: 0, last: { more: '' } } });
  expect(of('write', { fetch: { body: { items: [{ name: 'Loom', id: 1 }] } } }).map).toEqual({
    item: { name: 'Loom' },
    index: 0,
  });
  expect(of('again')).toEqual({ loop: { last: { more: '' } } });
  expect(of('outside')).toEqual({});
});
