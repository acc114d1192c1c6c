import { expect, test } from 'vitest';
import type { OpenApproval, RunState } from '#lib/run/run-state.ts';
import { shownApproval } from './shown-approval.ts';

const approvalsOf = (...made: [actionId: string, nodeId: string, kind: OpenApproval['kind']][]) =>
  Object.fromEntries(made.map(([actionId, nodeId, kind]) => [actionId, { actionId, nodeId, kind }])) as RunState['approvals'];
const shownAt = (nodeId: string, approvals: RunState['approvals']) =>
  shownApproval(approvals, (path) => path.split('/')[0] === nodeId)?.actionId;

test('a node that calls a workflow shows the decision that is open inside, not a wait that began before it', () => {
  const approvals = approvalsOf(['other', 'send', 'value'], ['pause', 'call/pause', 'wait'], ['ask', 'call/ask', 'value']);
  expect(shownAt('call', approvals)).toBe('ask');
});

test('without a decision the wait is shown, and nothing for other nodes', () => {
  const approvals = approvalsOf(['pause', 'call/pause', 'wait'], ['tool', 'call/answer', 'caller']);
  expect(shownAt('call', approvals)).toBe('pause');
  expect(shownAt('send', approvals)).toBeUndefined();
});
