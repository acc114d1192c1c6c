import { expect, test } from 'vitest';
import { runCaller } from './caller-kind.ts';
import { ownerOfKeyId, triggerOwner, visitorOwner, WORKSPACE_OWNER } from './owner.ts';

test('a run of a visitor is for a stranger, that of a key or a trigger for it, and any other for a member', () => {
  expect(runCaller(visitorOwner('1'))).toEqual({ kind: 'stranger', id: 'visitor-1' });
  expect(runCaller(ownerOfKeyId('key_1'))).toEqual({ kind: 'key', id: 'key_1' });
  expect(runCaller({ kind: 'endpoint', id: 'shop' })).toEqual({ kind: 'key', id: 'shop' });
  expect(runCaller(triggerOwner({ slug: 'shop', triggerId: 'form' }))).toEqual({ kind: 'key', id: 'shop/form' });
  expect(runCaller(WORKSPACE_OWNER)).toEqual({ kind: 'member' });
});
