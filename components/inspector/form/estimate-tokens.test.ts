import { expect, test } from 'vitest';
import { estimateTokens } from './estimate-tokens.ts';

test('four letters count as about one token, an empty text as none', () => {
  expect(estimateTokens('')).toBe(0);
  expect(estimateTokens('word')).toBe(1);
  expect(estimateTokens('a text of a few words')).toBe(6);
});

test('a Chinese sign is about one token', () => {
  expect(estimateTokens('退款申请')).toBe(4);
  expect(estimateTokens('订单 A-7')).toBe(3);
});
