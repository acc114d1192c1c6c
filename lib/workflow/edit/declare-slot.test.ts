import { expect, test } from 'vitest';
import { nodeRegistry } from '#nodes/registry.gen.ts';
import { document, node, startNode } from '#tests/support/test-nodes.ts';
import { workflowSchema } from '../workflow.ts';
import { declareSlot, dropUnusedSlot, setSlotHosts, slotFor } from './declare-slot.ts';

const crm = { id: 'cred_1', name: 'crm', type: 'bearer' as const };
const bearer = { type: 'bearer' as const, hosts: ['a.example'] };
const basic = { type: 'basic' as const, hosts: ['a.example'] };
const none = new Map<string, string>();

test('a slot is named after its credential, and counted where the name is taken', () => {
  expect(slotFor(crm, { slots: {}, filled: none })).toBe('crm');
  expect(slotFor(crm, { slots: { crm: basic }, filled: none })).toBe('crm-2');
  expect(slotFor(crm, { slots: { crm: bearer, 'crm-2': basic }, filled: new Map([['crm', 'cred_9']]) })).toBe('crm-3');
  expect(slotFor({ ...crm, name: 'x'.repeat(64) }, { slots: { ['x'.repeat(64)]: basic }, filled: none })).toHaveLength(64);
});

test('the slot that the credential fills already is used again', () => {
  expect(slotFor(crm, { slots: { old: bearer }, filled: new Map([['old', 'cred_1']]), current: 'other' })).toBe('old');
});

test('an open slot of its type is filled, first the current one', () => {
  expect(slotFor(crm, { slots: { api: bearer }, filled: none, current: 'api' })).toBe('api');
  expect(slotFor(crm, { slots: { api: basic }, filled: none, current: 'api' })).toBe('crm');
  expect(slotFor(crm, { slots: { crm: bearer }, filled: none })).toBe('crm');
});

const workflow = workflowSchema.parse(
  document([startNode, node('call', 'http', { config: { url: 'https://a.example', auth: 'crm' } })], ['start -> call']),
);

test('declaring keeps a slot of the same type, and replaces one of another', () => {
  const declared = declareSlot(workflow, 'crm', bearer);
  expect(declared.settings.credentials).toEqual({ crm: bearer });
  expect(declareSlot(declared, 'crm', { ...bearer, hosts: ['b.example'] })).toBe(declared);
  expect(declareSlot(declared, 'crm', basic).settings.credentials).toEqual({ crm: basic });
  expect(setSlotHosts(declared, 'crm', ['b.example']).settings.credentials).toEqual({ crm: { ...bearer, hosts: ['b.example'] } });
});

test('a slot is dropped once no node names it', () => {
  const declared = declareSlot(declareSlot(workflow, 'crm', bearer), 'old', basic);
  expect(dropUnusedSlot(declared, 'crm', nodeRegistry)).toBe(declared);
  expect(dropUnusedSlot(declared, 'old', nodeRegistry).settings).toEqual({ credentials: { crm: bearer } });
  const { settings } = dropUnusedSlot(dropUnusedSlot({ ...declared, nodes: [] }, 'old', nodeRegistry), 'crm', nodeRegistry);
  expect(settings).toEqual({});
});

test('a slot that a trigger names stays declared', () => {
  const trigger = { id: 'mails', type: 'email-in', version: 1, label: '', config: { credential: 'crm' }, inputs: {} };
  const declared = declareSlot({ ...workflow, nodes: [], triggers: [trigger] }, 'crm', bearer);
  expect(dropUnusedSlot(declared, 'crm', nodeRegistry)).toBe(declared);
  expect(dropUnusedSlot({ ...declared, triggers: [] }, 'crm', nodeRegistry).settings.credentials).toBeUndefined();
});
