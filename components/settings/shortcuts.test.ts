import { expect, test } from 'vitest';
import { commandOf } from '#components/editor/canvas/canvas-keys.ts';
import { shortcuts } from './shortcuts.ts';

const names: Readonly<Record<string, string>> = { Space: ' ', '←': 'ArrowLeft' };

test.each(shortcuts)('the canvas does what the list says of $keys', ({ action, keys }) => {
  const [key = ''] = keys.filter((one) => one !== 'Ctrl' && one !== 'Shift');
  const held = { ctrlKey: keys.some((one) => one === 'Ctrl'), shiftKey: keys.some((one) => one === 'Shift') };
  expect(commandOf({ ...held, key: names[key] ?? key, metaKey: false, altKey: false })?.kind).toBe(action);
});
