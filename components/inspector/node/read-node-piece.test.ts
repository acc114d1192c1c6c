import { expect, test } from 'vitest';
import { nodePiece, withPiece } from './node-piece.ts';
import { locateProblems, readNodePiece } from './read-node-piece.ts';

const node = {
  id: 'answer',
  type: 'llm',
  version: 1,
  label: 'Answer',
  config: { userPrompt: 'Why?' },
  position: { x: 1, y: 2 },
  parentId: 'each',
  note: 'from a newer build',
};
const text = (change: object) => JSON.stringify({ ...nodePiece(node), ...change }, null, 2);

test('the JSON of a node has everything but its position, and is read back as that node', () => {
  expect(nodePiece(node)).not.toHaveProperty('position');
  expect(withPiece(node, nodePiece(node))).toEqual(node);
});

test('valid JSON is the node', () => {
  expect(readNodePiece(text({ label: 'B' }), node)).toMatchObject({ kind: 'piece', piece: { label: 'B', note: node.note } });
});

test('broken JSON, a wrong shape and another id are distinguished', () => {
  expect(readNodePiece('{\n  "id": }', node)).toMatchObject({ kind: 'mistake', mistake: { line: 2 } });
  expect(readNodePiece(text({ config: 3 }), node)).toMatchObject({ kind: 'shape', path: 'config' });
  expect(readNodePiece(text({ id: 'other' }), node)).toEqual({ kind: 'fixed', name: 'id' });
});

test('a problem is placed at the line of its field', () => {
  const problem = { code: 'missing-field', severity: 'error', message: '', path: 'config.userPrompt' } as const;
  expect(locateProblems(text({}), [problem])).toEqual([{ ...problem, line: 7 }]);
  expect(locateProblems('{', [problem])).toEqual([]);
});
