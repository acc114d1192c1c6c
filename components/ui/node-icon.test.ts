import { expect, test } from 'vitest';
import { nodeRegistry } from '#nodes/registry.gen.ts';
import { nodeIcons } from './node-icon.tsx';

test('every node type has the icon that its definition names, and every icon is used', () => {
  const named = Object.values(nodeRegistry).map(({ icon }) => icon);
  expect(Object.keys(nodeIcons).sort()).toEqual([...new Set<string>(named)].sort());
});
