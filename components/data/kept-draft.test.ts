import { afterEach, expect, test } from 'vitest';
import { forgetDraft, keepDraft, readKeptDraft } from '#components/data/kept-draft.ts';

const stored = new Map<string, string>();
Object.assign(globalThis, {
  sessionStorage: {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  },
});
afterEach(() => stored.clear());

const first = { name: '', apiKey: '', isEnabled: true, hosts: [] as string[], chosen: new Set<string>() };

test('what was typed is found again, without secrets', () => {
  keepDraft('model', { ...first, name: 'main', apiKey: 'sk-1', isEnabled: false, hosts: ['a'] }, ['apiKey']);
  expect([...stored.values()].join()).not.toContain('sk-1');
  expect(readKeptDraft('model', first)).toEqual({ ...first, name: 'main', isEnabled: false, hosts: ['a'] });
});

test('another form, one that was sent, and texts of another build begin anew', () => {
  keepDraft('model', { name: 'main' }, []);
  expect(readKeptDraft('mcp', first)).toEqual(first);
  forgetDraft('model');
  expect(readKeptDraft('model', first)).toEqual(first);
  keepDraft('model', { name: 7, gone: 'x', hosts: 'no list' }, []);
  expect(readKeptDraft('model', first)).toEqual(first);
  expect(readKeptDraft(undefined, first)).toBe(first);
});
