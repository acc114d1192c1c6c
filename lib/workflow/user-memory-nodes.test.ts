import { expect, test } from 'vitest';
import { workflowOf } from '#tests/support/test-engine.ts';
import { bundleWorkflow } from './called-workflows.ts';
import { userMemoryNodes } from './user-memory-nodes.ts';

test('nodes that need a user are those that write its memory, in called workflows too', async () => {
  const note = ['memory-write', { scope: 'user', facts: 'x' }] as [string, Record<string, unknown>];
  const workflow = workflowOf(
    {
      run: ['memory-write', { facts: 'x' }],
      user: note,
      off: [...note, { disabled: true }],
      read: ['memory-read', { scope: 'user' }],
      call: ['workflow', { workflowId: 'wf_inner', inputs: {} }],
    },
    [],
  );
  const bundled = await bundleWorkflow(workflow, async () => workflowOf({ keep: note }, []));
  expect(userMemoryNodes(bundled).sort()).toEqual(['call/keep', 'user']);
});
