import { expect, test } from 'vitest';
import type { ModelHandle } from '#lib/ports/model-registry.ts';
import { compactionLimit } from './context-size.ts';

const limitOf = (maxContext: number, { ratio = 0.8, maxOutputTokens = 4096 } = {}) =>
  compactionLimit({ maxContext, historyCompactionRatio: ratio, maxOutputTokens } as ModelHandle);

test('a conversation may use the share of the context that remains after the maximum output', () => {
  expect(limitOf(32_000)).toBe(21_504);
  expect(limitOf(32_000, { ratio: 0.5 })).toBe(11_904);
});

test('and never more than 80,000 tokens, whatever the context size of the model', () => {
  expect(limitOf(128_000)).toBe(80_000);
  expect(limitOf(1_000_000)).toBe(80_000);
});

test('where an answer may be as long as the context, half of the share is for the conversation', () => {
  expect(limitOf(4096)).toBeCloseTo(1638.4);
});
