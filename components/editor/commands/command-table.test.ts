import { expect, test } from 'vitest';
import type { Command } from './command.ts';
import { commandIds, commandOf } from './command-table.ts';

/** The scopes inside each one: a key that is pressed there is heard by both. */
const inside: Readonly<Record<Command['scope'], readonly Command['scope'][]>> = {
  everywhere: ['everywhere', 'page', 'canvas', 'node', 'form', 'clipboard'],
  page: ['page', 'canvas', 'node', 'form', 'clipboard'],
  canvas: ['canvas', 'node', 'clipboard'],
  node: ['node'],
  form: ['form'],
  clipboard: ['clipboard'],
};

test('no shortcut triggers two commands in one context', () => {
  const keyed = commandIds.flatMap((commandId) => {
    const { keys = [], scope } = commandOf(commandId);
    return keys.map((key) => ({ commandId, key, scope }));
  });
  const clashes = keyed.flatMap((one, index) =>
    keyed
      .slice(index + 1)
      .filter((other) => other.key === one.key)
      .filter((other) => inside[one.scope].includes(other.scope) || inside[other.scope].includes(one.scope))
      .map((other) => `${one.key}: ${one.commandId} and ${other.commandId}`),
  );
  expect(clashes).toEqual([]);
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
