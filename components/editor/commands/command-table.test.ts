import { expect, test } from 'vitest';
import { commandIds, commandOf } from './command-table.ts';

test('no shortcut triggers two commands in one context', () => {
  const keys = commandIds.map(commandOf).flatMap(({ keys = [], scope }) => keys.map((key) => `${key} in ${scope}`));
  expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
});

test('shortcuts are declared in lower case, with modifiers in one order', () => {
  const keys = commandIds.flatMap((commandId) => commandOf(commandId).keys ?? []);
  expect(keys.filter((key) => key !== key.toLowerCase())).toEqual([]);
  expect(keys.filter((key) => /shift\+(mod|alt)|alt\+mod/.test(key))).toEqual([]);
});

test('a command that is only on the keyboard has keys', () => {
  const mute = commandIds.filter((commandId) => commandOf(commandId).isKeyOnly && !commandOf(commandId).keys?.length);
  expect(mute).toEqual([]);
});
