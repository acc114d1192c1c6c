import { expect, test } from 'vitest';
import { canRead, MEMBER, type Owner, ownerKinds, ownerOfKeyId, type Reader, triggerOwner, visitorOwner } from './owner.ts';

const AT = { slug: 'shop', workflowId: 'wf_1' };
const KEY: Owner = { kind: 'key', id: 'abc' };
const readerOf = (...owners: readonly Owner[]): Reader => ({ isMember: false, owners, ...AT });

test('a member reads what belongs to anybody, also what has no owner', () => {
  for (const kind of ownerKinds) expect(canRead(MEMBER, { kind, id: 'x' })).toBe(true);
  expect(canRead(MEMBER, null)).toBe(true);
});

test('everybody else reads only what belongs to one of their owners', () => {
  expect(canRead(readerOf(KEY), KEY)).toBe(true);
  for (const kind of ownerKinds) expect(canRead(readerOf(KEY), { kind, id: 'other' })).toBe(false);
  for (const kind of ownerKinds.filter((one) => one !== 'key')) expect(canRead(readerOf(KEY), { kind, id: 'abc' })).toBe(false);
});

test('what has no owner belongs to the workspace alone, also for a reader who claims to be the workspace', () => {
  expect(canRead(readerOf(KEY), null)).toBe(false);
  expect(canRead(readerOf(KEY), undefined)).toBe(false);
  expect(canRead(readerOf({ kind: 'workspace', id: '' }), null)).toBe(false);
});

test('a run of another endpoint, or of the workflow that the endpoint ran before, is not read', () => {
  expect(canRead(readerOf(KEY), KEY, AT)).toBe(true);
  expect(canRead(readerOf(KEY), KEY, { ...AT, slug: 'other' })).toBe(false);
  expect(canRead(readerOf(KEY), KEY, { ...AT, workflowId: 'wf_2' })).toBe(false);
  expect(canRead(readerOf(KEY), KEY, { slug: null, workflowId: null })).toBe(false);
});

test('ids of keys and of visitors name different owners', () => {
  expect(ownerOfKeyId('abc')).toEqual(KEY);
  expect(ownerOfKeyId('visitor-1')).toEqual(visitorOwner('1'));
  expect(triggerOwner({ slug: 'shop', triggerId: 'form' })).toEqual({ kind: 'trigger', id: 'shop/form' });
});
