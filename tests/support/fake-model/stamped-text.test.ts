import { expect, test } from 'vitest';
import { isWholeStampedText, machineTimeMs, makeStamp, readDelays } from './stamped-text.ts';

function stampedText(count: number): string {
  const stamp = makeStamp(count);
  return Array.from({ length: count }, (_, index) => stamp(index)).join('');
}

test('a stamped text is whole only as it was sent', () => {
  const text = stampedText(50);
  expect(isWholeStampedText(text, 50)).toBe(true);
  expect(isWholeStampedText(text, 51)).toBe(false);
  expect(isWholeStampedText(text.slice(6), 50)).toBe(false);
  expect(isWholeStampedText(text.slice(0, -1), 50)).toBe(false);
  expect(isWholeStampedText(text.replace(/ \w{5}/, ' zzzzz'), 50)).toBe(false);
  expect(isWholeStampedText(text + text, 100)).toBe(false);
});

test('the delay of each token is read from any piece of the text', () => {
  const startedAtMs = machineTimeMs();
  const words = stampedText(5).split(' ');
  const passedMs = machineTimeMs() - startedAtMs;
  expect(words).toHaveLength(5);
  const delays = readDelays(` ${words.slice(1).join(' ')}`, startedAtMs + 1000);
  expect(delays).toHaveLength(3);
  for (const delayMs of delays) {
    expect(delayMs).toBeGreaterThan(1000 - passedMs - 0.2);
    expect(delayMs).toBeLessThan(1000 + 0.2);
  }
});
