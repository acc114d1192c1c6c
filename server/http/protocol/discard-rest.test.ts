import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { DiscardBudget } from './discard-rest.ts';

const MIB = 1024 * 1024;
const refused = (declared?: number, complete = false) =>
  ({ complete, headers: declared === undefined ? {} : { 'content-length': String(declared) } }) as IncomingMessage;

test('refused bodies of strangers are read to their end within a budget that all of them share, those of others always', () => {
  const budget = new DiscardBudget();
  const ofStranger = (declared?: number) => budget.allows(refused(declared), { isInsider: false });
  expect(Array.from({ length: 4 }, () => ofStranger(4 * MIB))).toEqual([true, true, true, true]);
  expect(ofStranger(4 * MIB)).toBe(false);
  expect(ofStranger()).toBe(false);
  expect(budget.allows(refused(4 * MIB), { isInsider: true })).toBe(true);
  expect(budget.allows(refused(4 * MIB, true), { isInsider: false })).toBe(true);
});

test('a body that is larger than what is discarded of one closes the connection', () => {
  const budget = new DiscardBudget();
  for (const isInsider of [true, false]) expect(budget.allows(refused(65 * MIB), { isInsider })).toBe(false);
});
