import { expect, test } from 'vitest';
import type { Workflow } from '../workflow.ts';
import { removePort, renamePort } from './rename-port.ts';

const edge = (source: string, sourceHandle: string) => ({
  id: `${source}-${sourceHandle}`,
  source,
  sourceHandle,
  target: 'end',
  targetHandle: 'in',
});
const workflow: Workflow = {
  format: 'threadloom/workflow@1',
  name: 'Test',
  description: '',
  settings: {},
  nodes: [],
  edges: [edge('sort', 'large'), edge('sort', 'else'), edge('other', 'large')],
};

test('edges follow their port to its new id', () => {
  const { edges } = renamePort(workflow, { nodeId: 'sort', port: 'large' }, 'huge');
  expect(edges.map(({ source, sourceHandle }) => `${source}.${sourceHandle}`)).toEqual(['sort.huge', 'sort.else', 'other.large']);
});

test('edges go with their port', () => {
  expect(removePort(workflow, { nodeId: 'sort', port: 'large' }).edges.map(({ id }) => id)).toEqual(['sort-else', 'other-large']);
});

test('a port without edges changes nothing', () => {
  expect(renamePort(workflow, { nodeId: 'sort', port: 'none' }, 'huge')).toBe(workflow);
  expect(removePort(workflow, { nodeId: 'sort', port: 'none' })).toBe(workflow);
});
