import { expect, test } from 'vitest';
import { commandOf } from './canvas-keys.ts';

const none = { ctrlKey: false, metaKey: false, shiftKey: false, altKey: false };

test.each([
  ['z', { ctrlKey: true }, { kind: 'undo' }],
  ['z', { metaKey: true }, { kind: 'undo' }],
  ['Z', { ctrlKey: true, shiftKey: true }, { kind: 'redo' }],
  ['y', { ctrlKey: true }, { kind: 'redo' }],
  ['d', { ctrlKey: true }, { kind: 'duplicate' }],
  ['a', { metaKey: true }, { kind: 'select-all' }],
  ['e', { ctrlKey: true }, { kind: 'connect' }],
  ['L', { ctrlKey: true, shiftKey: true }, { kind: 'layout' }],
  ['Delete', {}, { kind: 'remove' }],
  ['Backspace', {}, { kind: 'remove' }],
  ['Enter', {}, { kind: 'open' }],
  ['Escape', {}, { kind: 'deselect' }],
  ['ArrowDown', {}, { kind: 'move', x: 0, y: 1 }],
  ['ArrowLeft', { shiftKey: true }, { kind: 'move', x: -5, y: 0 }],
])('%s with %j', (key, modifiers, command) => {
  expect(commandOf({ ...none, key, ...modifiers })).toEqual(command);
});

test.each([
  ['z', {}],
  ['a', {}],
  ['l', { ctrlKey: true }],
  ['z', { ctrlKey: true, altKey: true }],
  ['toString', {}],
  ['toString', { ctrlKey: true }],
])('%s with %j is not for the canvas', (key, modifiers) => {
  expect(commandOf({ ...none, key, ...modifiers })).toBeUndefined();
});
