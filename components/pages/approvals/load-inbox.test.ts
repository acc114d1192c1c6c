import { expect, test } from 'vitest';
import type { ApprovalResource } from '#lib/api/approvals.contract.ts';
import { groupByRun } from './load-inbox.ts';

const approval = (runId: string, actionId: string): ApprovalResource => ({
  runId,
  actionId,
  workflowName: `flow of ${runId}`,
  nodeId: 'ask',
  kind: 'value',
  tool: 'approval',
  description: 'Send?',
  toolCallId: null,
  args: 'x',
  status: 'pending',
  decidedAt: null,
  decidedBy: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  expiresAt: '2026-02-01T00:00:00.000Z',
});

test('the run that has waited longest comes first, and its approvals are in the order of their requests', () => {
  const newestFirst = [approval('b', 'b2'), approval('a', 'a2'), approval('b', 'b1'), approval('a', 'a1')];
  const groups = groupByRun(newestFirst);
  expect(groups.map(({ runId, workflowName }) => [runId, workflowName])).toEqual([
    ['a', 'flow of a'],
    ['b', 'flow of b'],
  ]);
  expect(groups.map(({ approvals }) => approvals.map(({ actionId }) => actionId))).toEqual([
    ['a1', 'a2'],
    ['b1', 'b2'],
  ]);
});
