import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { breakpointMemory, breakpointsIn } from './breakpoint-memory.ts';

const stored = new Map<string, string>();

beforeEach(() => {
  stored.clear();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
});

test('a breakpoint is set and taken away, and kept for the next visit in between', () => {
  breakpointMemory.toggle('toggled', ['draft']);
  expect([...breakpointMemory.read('toggled')]).toEqual(['draft']);
  expect(stored.get('threadloom.breakpoints.toggled')).toBe('["draft"]');
  breakpointMemory.toggle('toggled', ['draft']);
  expect(breakpointMemory.read('toggled').size).toBe(0);
  expect(stored.size).toBe(0);
});

test('of several nodes those without one get one first; all go once all have one', () => {
  breakpointMemory.toggle('several', ['a']);
  breakpointMemory.toggle('several', ['a', 'b']);
  expect([...breakpointMemory.read('several')]).toEqual(['a', 'b']);
  breakpointMemory.toggle('several', ['a', 'b']);
  expect(breakpointMemory.read('several').size).toBe(0);
});

test('a node keeps its breakpoint under another id, and has it again when that is undone', () => {
  breakpointMemory.toggle('renamed', ['write']);
  breakpointMemory.followRename('renamed', { from: 'write', to: 'letter' });
  breakpointMemory.followRename('renamed', { from: 'other', to: 'another' });
  expect(breakpointsIn([{ id: 'letter' }, { id: 'another' }], breakpointMemory.read('renamed'))).toEqual(['letter']);
  expect(breakpointsIn([{ id: 'write' }], breakpointMemory.read('renamed'))).toEqual(['write']);
});

test('subscribers are notified of each change, and the set is a new object only after one', () => {
  let heard = 0;
  const stop = breakpointMemory.subscribe(() => (heard += 1));
  const before = breakpointMemory.read('heard');
  expect(breakpointMemory.read('heard')).toBe(before);
  breakpointMemory.toggle('heard', ['a']);
  breakpointMemory.clear('heard');
  stop();
  breakpointMemory.toggle('heard', ['a']);
  expect(heard).toBe(2);
});

test('invalid stored values are no breakpoints', () => {
  stored.set('threadloom.breakpoints.odd', '["a", 7, null]');
  stored.set('threadloom.breakpoints.broken', '{');
  expect([...breakpointMemory.read('odd')]).toEqual(['a']);
  expect(breakpointMemory.read('broken').size).toBe(0);
});

test('a run gets only breakpoints of existing nodes', () => {
  expect(breakpointsIn([{ id: 'a' }, { id: 'b' }], new Set(['gone', 'b']))).toEqual(['b']);
});
