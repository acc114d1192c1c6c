import { expect, test } from 'vitest';
import { containerPathsOf, drawnPathOf, iterationPath, iterationsOf, nodeIdOf, nodePathIn } from './node-path.ts';

const first = iterationPath('each', { index: 2, attempt: 1 });
const inner = iterationPath(nodePathIn(first, 'again'), { index: 0, attempt: 3 });
const path = nodePathIn(inner, 'write');

test('a path names every iteration on the way to the node', () => {
  expect(path).toBe('each[2]/again[0.2]/write');
  expect(nodeIdOf(path)).toBe('write');
  expect(containerPathsOf(path)).toEqual(['each', 'each[2]/again']);
  expect(iterationsOf(path)).toEqual([
    { containerId: 'each', index: 2, retries: 0 },
    { containerId: 'again', index: 0, retries: 2 },
  ]);
});

test('a node of the root scope is in no iteration', () => {
  expect([nodeIdOf('write'), containerPathsOf('write'), iterationsOf('write')]).toEqual(['write', [], []]);
});

test('a node of a called workflow leads to the outermost call in the drawn document', () => {
  const isCall = (nodeId: string) => nodeId.startsWith('call');
  expect(drawnPathOf('each[2]/write', isCall)).toBe('each[2]/write');
  expect(drawnPathOf('call', isCall)).toBe('call');
  expect(drawnPathOf('each[2]/call[0]/each[1.1]/call_b[0]/write', isCall)).toBe('each[2]/call');
});
