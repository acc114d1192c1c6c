import { Window } from 'happy-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keepTyped } from './keep-typed.ts';

let inserted: string[];
beforeEach(() => {
  vi.useFakeTimers();
  const window = new Window();
  inserted = [];
  const document = Object.assign(window.document, {
    execCommand: (_command: string, _ui: boolean, text: string) => inserted.push(text) > 0,
  });
  const { HTMLInputElement, HTMLTextAreaElement, HTMLSelectElement, KeyboardEvent } = window;
  for (const [name, value] of Object.entries({
    window,
    document,
    HTMLInputElement,
    HTMLTextAreaElement,
    HTMLSelectElement,
    KeyboardEvent,
  }))
    vi.stubGlobal(name, value);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function type(text: string): void {
  for (const key of text) document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
}

async function showField(id = ''): Promise<void> {
  document.body.appendChild(Object.assign(document.createElement('input'), { id })).focus();
  await Promise.resolve();
}

test('what is typed before a field is drawn is typed into it', async () => {
  keepTyped();
  type('Why');
  await showField();
  expect(inserted).toEqual(['Why']);
});

test('a form whose code takes long to load gets it, too, when its caller waits for it', async () => {
  keepTyped({ maxMs: 60_000 });
  type('Why');
  vi.advanceTimersByTime(5000);
  await showField();
  expect(inserted).toEqual(['Why']);
});

test('it ends by itself, and when its caller ends it', async () => {
  keepTyped();
  type('a');
  vi.advanceTimersByTime(1000);
  const stop = keepTyped({ maxMs: 60_000 });
  type('b');
  stop();
  await showField();
  expect(inserted).toEqual([]);
});

test('a text that is meant for one field does not get into another one that has the focus first', async () => {
  keepTyped({ fieldId: 'new-output' });
  type('an');
  await showField('search');
  expect(inserted).toEqual([]);
  type('swer');
  await showField('new-output');
  expect(inserted).toEqual(['answer']);
});

test('what was opened last gets the text', async () => {
  keepTyped({ maxMs: 60_000 });
  keepTyped({ fieldId: 'new-output' });
  type('answer');
  await showField('search');
  await showField('new-output');
  expect(inserted).toEqual(['answer']);
});
