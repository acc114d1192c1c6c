import { expect, test } from 'vitest';
import { readNodeLabels } from './read-node-labels.ts';

const node = (id: string, label: string) => ({ id, label });

test('a label that two nodes have is followed by the id; a node without a label has none', () => {
  const labelOf = readNodeLabels(
    JSON.stringify({ nodes: [node('a', 'Ask'), node('b', 'Ask'), node('c', 'Write'), node('d', ''), { id: 'e' }] }),
  );
  expect(['a', 'b', 'c', 'd', 'e', 'gone'].map(labelOf)).toEqual([
    'Ask (a)',
    'Ask (b)',
    'Write',
    undefined,
    undefined,
    undefined,
  ]);
});

test('a node in an iteration is named as on the canvas', () => {
  expect(readNodeLabels(JSON.stringify({ nodes: [node('each', 'Each'), node('ask', 'Ask')] }))('each[2]/ask')).toBe('Ask');
});

test('a document without nodes names none', () => {
  expect(readNodeLabels('{}')('a')).toBeUndefined();
});
