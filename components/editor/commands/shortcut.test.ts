import { expect, test } from 'vitest';
import { isMacKeyboard, pressedShortcut, shortcutKeys } from './shortcut.ts';

const none = { code: '', ctrlKey: false, metaKey: false, shiftKey: false, altKey: false };

test.each([
  [{ key: 'z', ctrlKey: true }, 'mod+z'],
  [{ key: 'Z', ctrlKey: true, shiftKey: true }, 'mod+shift+z'],
  [{ key: 'k', metaKey: true }, 'other+k'],
  [{ key: '?', shiftKey: true }, '?'],
  [{ key: '/' }, '/'],
  [{ key: 'å', code: 'KeyA', altKey: true }, 'alt+a'],
  [{ key: 'ArrowLeft', shiftKey: true }, 'shift+arrowleft'],
  [{ key: ' ' }, ' '],
  [{ key: 'F10', shiftKey: true }, 'shift+f10'],
])('%j is %s', (key, shortcut) => {
  expect(pressedShortcut({ ...none, ...key }, { isMac: false })).toBe(shortcut);
});

test('on a Mac it is Cmd, and Ctrl stays with the text', () => {
  expect(pressedShortcut({ ...none, key: 'Z', metaKey: true, shiftKey: true }, { isMac: true })).toBe('mod+shift+z');
  expect(pressedShortcut({ ...none, key: 'k', ctrlKey: true }, { isMac: true })).toBe('other+k');
});

test.each([
  ['mod+shift+z', ['Ctrl', 'Shift', 'Z'], ['⌘', '⇧', 'Z']],
  ['alt+a', ['Alt', 'A'], ['⌥', 'A']],
  ['+', ['+'], ['+']],
  ['mod++', ['Ctrl', '+'], ['⌘', '+']],
  ['delete', ['Del'], ['Del']],
])('%s is written as its keyboard has it', (shortcut, elsewhere, onMac) => {
  expect(shortcutKeys(shortcut, { isMac: false })).toEqual(elsewhere);
  expect(shortcutKeys(shortcut, { isMac: true })).toEqual(onMac);
  expect(isMacKeyboard('MacIntel')).toBe(true);
  expect(isMacKeyboard('Win32')).toBe(false);
});
