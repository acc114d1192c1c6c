import { expect, test } from 'vitest';
import type { NodeOptions } from '../node-options.ts';
import type { Workflow } from '../workflow.ts';
import { pinNode } from './pin-node.ts';

function workflowWith(options?: NodeOptions): Workflow {
  const node = { id: 'fetch', type: 'http', version: 1, label: 'Fetch', config: {}, position: { x: 0, y: 0 } };
  return {
    format: 'threadloom/workflow@1',
    name: 'Orders',
    description: '',
    settings: {},
    edges: [],
    nodes: [{ ...node, ...(options && { options }) }],
  };
}

test('a pinned node keeps its other options', () => {
  const pinned = pinNode(workflowWith({ timeoutMs: 1000 }), 'fetch', { status: 200 });
  expect(pinned.nodes[0]?.options).toEqual({ timeoutMs: 1000, pinned: { status: 200 } });
});

test('null is a value like any other', () => {
  expect(pinNode(workflowWith(), 'fetch', null).nodes[0]?.options).toEqual({ pinned: null });
});

test('an unpinned node is as it was before', () => {
  const before = workflowWith();
  expect(pinNode(pinNode(before, 'fetch', 1), 'fetch', undefined)).toEqual(before);
  expect(pinNode(workflowWith({ timeoutMs: 5, pinned: 1 }), 'fetch', undefined).nodes[0]?.options).toEqual({ timeoutMs: 5 });
});

test('a node that is not there changes nothing', () => {
  const before = workflowWith();
  expect(pinNode(before, 'gone', 1)).toBe(before);
});
