import { expect, test } from 'vitest';
import { nodeRegistry } from '#nodes/registry.gen.ts';
import { workflowOf } from '#tests/support/test-engine.ts';
import { changedInDocument, changedNodes } from './changed-nodes.ts';

const text = (
  template: string,
  options: Record<string, unknown> = {},
): [string, Record<string, unknown>, Record<string, unknown>] => [...(['template', { template }] as const), options];
const ask = (model?: string) => ['llm', { userPrompt: 'hello', ...(model && { model }) }] as [string, Record<string, unknown>];
const before = workflowOf({ a: text('a'), b: text('b'), c: ask() }, ['a -> b', 'b -> c'], { defaultModel: 'small' });
const changed = (after: typeof before) => [...changedNodes({ before, after }, undefined, nodeRegistry)];

test('a position, a label or a note is no change', () => {
  const nodes = before.nodes.map((node) => ({ ...node, label: 'x', position: { x: 1, y: 1 }, options: { notes: 'a note' } }));
  expect(changed({ ...before, nodes })).toEqual([]);
});

test('a config, an option or a way in is one', () => {
  expect(changed(workflowOf({ a: text('other'), b: text('b'), c: ask() }, ['a -> b', 'b -> c'], before.settings))).toEqual(['a']);
  const retried = workflowOf({ a: text('a', { disabled: true }), b: text('b'), c: ask() }, ['a -> b', 'b -> c'], before.settings);
  expect(changed(retried)).toEqual(['a']);
  expect(changed({ ...before, edges: before.edges.slice(1) })).toEqual(['b']);
});

test('another default model is a change for the nodes that use it', () => {
  expect(changed({ ...before, settings: { defaultModel: 'large' } })).toEqual(['c']);
  const named = workflowOf({ c: ask('own') }, []);
  const other = { ...named, settings: { defaultModel: 'large' } };
  expect([...changedNodes({ before: named, after: other }, undefined, nodeRegistry)]).toEqual([]);
});

test('of a whole document what was removed counts, too', () => {
  const after = workflowOf({ a: text('a'), d: text('d') }, []);
  expect(changedInDocument({ before, after }, nodeRegistry)).toEqual(['b', 'c', 'd']);
});
