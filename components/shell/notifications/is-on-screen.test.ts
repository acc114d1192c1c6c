import { expect, test } from 'vitest';
import { isOnScreen } from './is-on-screen.ts';

const ended = { kind: 'run-ended', runId: 'run_1', workflowId: 'wf_1', sessionId: null } as const;

test.each([
  ['/workflows/wf_1', true],
  ['/workflows/wf_1/versions', true],
  ['/workflows/wf_2', false],
  ['/runs/run_1', true],
  ['/runs/run_2', false],
  ['/runs', false],
  ['/sessions', false],
  ['/approvals', false],
  ['/', false],
])('a run that ended is on the screen at %s: %s', (path, is) => {
  expect(isOnScreen(ended, path)).toBe(is);
});

test('a turn is on the screen of the chats, an approval on the page of approvals', () => {
  expect(isOnScreen({ ...ended, sessionId: 'ses_1' }, '/sessions')).toBe(true);
  expect(isOnScreen({ ...ended, kind: 'approval-requested' }, '/approvals')).toBe(true);
});
