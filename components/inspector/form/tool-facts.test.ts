import { expect, test } from 'vitest';
import { parametersOf, riskWordOf } from './tool-facts.ts';

const said = { risk: 'low', effects: 'read', approval: 'default', needsApproval: false } as const;

test.each([
  [said, 'read'],
  [{ ...said, effects: 'none' as const }, 'read'],
  [{ ...said, effects: 'write' as const }, 'write'],
  [{ ...said, risk: 'medium' as const }, 'asks'],
  [{ ...said, risk: 'medium' as const, approval: 'never' as const, effects: 'write' as const }, 'write'],
  [{ ...said, approval: 'always' as const }, 'asks'],
  [{ ...said, risk: 'high' as const }, 'destructive'],
  [{ ...said, risk: null }, 'varies'],
])('%j is %s', (tool, word) => {
  expect(riskWordOf(tool)).toBe(word);
});

test('required parameters of a tool come first', () => {
  const inputSchema = { type: 'object', properties: { format: {}, url: {} }, required: ['url'] };
  expect(parametersOf({ inputSchema })).toEqual([
    { name: 'url', isRequired: true },
    { name: 'format', isRequired: false },
  ]);
});
