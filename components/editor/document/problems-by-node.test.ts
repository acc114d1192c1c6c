import { expect, test } from 'vitest';
import type { Problem } from '#lib/workflow/problem.ts';
import { levelOfNode } from './problems-by-node.ts';

const problem = (nodeId: string, code: Problem['code'], severity: Problem['severity']): Problem => ({
  code,
  severity,
  message: code,
  nodeId,
});
const empty = (nodeId: string) => problem(nodeId, 'missing-field', 'error');
const wrong = (nodeId: string) => problem(nodeId, 'unknown-reference', 'error');
const doubtful = (nodeId: string) => problem(nodeId, 'branch-missing', 'warning');

test('a node has the mark of its most urgent problem: wrong, to fill in, doubtful', () => {
  const problems = [
    doubtful('new'),
    empty('new'),
    empty('both'),
    wrong('both'),
    doubtful('open'),
    problem('loop', 'container-empty', 'error'),
  ];
  const levels = ['new', 'both', 'open', 'loop', 'fine'].map((id) => levelOfNode(problems, id));
  expect(levels).toEqual(['unfilled', 'error', 'warning', 'unfilled', undefined]);
});
