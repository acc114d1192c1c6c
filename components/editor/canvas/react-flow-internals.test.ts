import reactFlow from '@xyflow/react/package.json' with { type: 'json' };
import { expect, test } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { drawAsListed, hasKnownInternals, hideGrabAreas, moveDrawn, skipMeasuring } from './react-flow-internals.ts';

const VERSION = reactFlow.version;

function measureAll() {}

/** A store with one node in a parent at (100, 100), one edge, and the lists it was given. */
function flowStore() {
  const listed = { id: 'a', position: { x: 10, y: 20 }, data: {} };
  const internals = { positionAbsolute: { x: 110, y: 120 }, z: 0, userNode: listed };
  const edge = { id: 'e', source: 'a', target: 'b' };
  const lists: unknown[] = [];
  const store = createStore(() => ({
    nodes: [listed],
    nodeLookup: new Map([['a', { ...listed, measured: {}, internals }]]),
    edges: [edge],
    edgeLookup: new Map([['e', edge]]),
    fitViewQueued: true,
    updateNodeInternals: measureAll,
    setNodes: (nodes: unknown) => lists.push(nodes),
    setEdges: (edges: unknown) => lists.push(edges),
  }));
  return { store: store as unknown as Parameters<typeof moveDrawn>[0], lists, listed, edge };
}

test('the installed version of React Flow is known', () => {
  expect(hasKnownInternals(flowStore().store, VERSION)).toBe(true);
});

test('a node is moved in the lookup, with its absolute position, and its listed object stays as it is', () => {
  const { store, listed } = flowStore();
  expect(moveDrawn(store, new Map([['a', { x: 30, y: 20 }]]), VERSION)).toBe(true);
  const moved = store.getState().nodeLookup.get('a');
  expect(moved?.position).toEqual({ x: 30, y: 20 });
  expect(moved?.internals.positionAbsolute).toEqual({ x: 130, y: 120 });
  expect(moved?.internals.userNode).not.toBe(listed);
  expect(listed.position).toEqual({ x: 10, y: 20 });
});

test('drawing as listed hands the list over again', () => {
  const { store, lists, listed } = flowStore();
  drawAsListed(store);
  expect(lists).toEqual([[listed]]);
});

test('a moved edge has no grab areas until it is drawn as listed', () => {
  const { store, lists, edge } = flowStore();
  const show = hideGrabAreas(store, ['e', 'unknown'], VERSION);
  expect(store.getState().edgeLookup.get('e')).toEqual({ ...edge, reconnectable: false, interactionWidth: 0 });
  expect(store.getState().edgeLookup.size).toBe(1);
  show();
  expect(lists).toEqual([[edge]]);
});

test('nodes are not measured, and the queued fit of the view is applied', () => {
  const { store, lists } = flowStore();
  skipMeasuring(store, VERSION);
  store.getState().updateNodeInternals(new Map());
  expect(lists).toHaveLength(1);
});

test.each([['99.0.0'], [undefined]])('with version %s the store is not changed', (version) => {
  const { store, lists, edge } = flowStore();
  const before = store.getState();
  skipMeasuring(store, version);
  expect(moveDrawn(store, new Map([['a', { x: 30, y: 20 }]]), version)).toBe(false);
  hideGrabAreas(store, ['e'], version)();
  expect(store.getState().edgeLookup.get('e')).toBe(edge);
  expect(store.getState()).toBe(before);
  expect(store.getState().updateNodeInternals).toBe(measureAll);
  expect(lists).toEqual([]);
});

test('a store of another shape is not changed', () => {
  const { store } = flowStore();
  store.setState({ nodeLookup: undefined as never });
  expect(moveDrawn(store, new Map(), VERSION)).toBe(false);
});
