import { expect, test } from 'vitest';
import { FormMemory } from './form-memory.ts';

const DAY_MS = 24 * 3_600_000;

/** The storage of a browser, which outlives its pages. */
function browser() {
  const stored = new Map<string, string>([['another', 'kept']]);
  let nowMs = 0;
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => void stored.set(key, text),
    removeItem: (key: string) => void stored.delete(key),
    key: (index: number) => [...stored.keys()][index] ?? null,
    get length() {
      return stored.size;
    },
  };
  const page = () =>
    new FormMemory(
      () => storage,
      () => nowMs,
    );
  return { stored, page, pass: (ms: number) => (nowMs += ms) };
}

test('what was typed is there on the next visit, but for files', () => {
  const { page } = browser();
  const file = { fileId: 'f', name: 'a.txt', mediaType: 'text/plain', sizeBytes: 1 };
  page().setAll('workflow.one', { question: 'Why?', isUrgent: true, report: file });
  expect(page().read('workflow.one')).toEqual({ question: 'Why?', isUrgent: true });
});

test('30 days after the last change it is gone, whichever form is opened then', () => {
  const { page, pass, stored } = browser();
  page().set('workflow.one', 'key', 'secret');
  pass(29 * DAY_MS);
  page().set('workflow.two', 'question', 'Why?');
  expect(page().read('workflow.one')).toEqual({ key: 'secret' });
  pass(DAY_MS);
  expect(page().read('workflow.two')).toEqual({ question: 'Why?' });
  expect([...stored.keys()]).toEqual(['another', 'threadloom.inputs.workflow.two']);
});

test('signing out removes all of it and nothing else', () => {
  const { page, stored } = browser();
  const memory = page();
  memory.set('workflow.one', 'key', 'secret');
  memory.set('workflow.two', 'question', 'Why?');
  let changes = 0;
  memory.subscribe(() => changes++);
  memory.forgetAll();
  expect([memory.read('workflow.one'), memory.read('workflow.two'), changes]).toEqual([{}, {}, 1]);
  expect([...stored.keys()]).toEqual(['another']);
});

test('a store that may not be used only forgets', () => {
  const memory = new FormMemory(() => {
    throw new Error('SecurityError');
  });
  memory.set('workflow.one', 'question', 'Why?');
  expect(memory.read('workflow.one')).toEqual({ question: 'Why?' });
  memory.forgetAll();
  expect(memory.read('workflow.one')).toEqual({});
});
