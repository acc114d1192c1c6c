import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SlidingRateWindow } from './rate-window.ts';

/** A window on a clock that the test moves. */
function makeWindow(limits: ConstructorParameters<typeof SlidingRateWindow>[0]) {
  const clock = { ms: 1_000_000 };
  const window = new SlidingRateWindow(limits, () => clock.ms);
  return { clock, reserve: (tokens = 0) => window.reserve(tokens) };
}

test('calls within the limit do not wait; the next one waits until the first is a minute old', () => {
  const { clock, reserve } = makeWindow({ requestsPerMinute: 2 });
  expect(reserve().waitMs).toBe(0);
  clock.ms += 10_000;
  expect(reserve().waitMs).toBe(0);
  expect(reserve().waitMs).toBe(50_000);
  expect(reserve().waitMs).toBe(60_000);
  expect(reserve().waitMs).toBe(110_000);
  clock.ms += 60_000;
  expect(reserve().waitMs).toBe(60_000);
});

test('tokens of the last minute count as reported by the answer', () => {
  const { clock, reserve } = makeWindow({ tokensPerMinute: 1000 });
  const first = reserve(300);
  expect(reserve(700).waitMs).toBe(0);
  expect(reserve(1).waitMs).toBe(60_000);
  clock.ms += 120_000;
  const other = reserve(300);
  other.setTokens(900);
  expect(reserve(200).waitMs).toBe(60_000);
  first.setTokens(5);
});

test('a call of more tokens than a minute has gets a minute to itself', () => {
  const { reserve } = makeWindow({ tokensPerMinute: 100 });
  expect(reserve(5000).waitMs).toBe(0);
  expect(reserve(5000).waitMs).toBe(60_000);
  expect(reserve(1).waitMs).toBe(120_000);
});

test('a cancelled reservation is free for the next request', () => {
  const { reserve } = makeWindow({ requestsPerMinute: 1 });
  reserve();
  const waiting = reserve();
  expect(waiting.waitMs).toBe(60_000);
  waiting.cancel();
  expect(reserve().waitMs).toBe(60_000);
});

test('no sixty seconds hold more calls or tokens than allowed, and calls keep their order', () => {
  const calls = fc.array(fc.record({ afterMs: fc.nat({ max: 40_000 }), tokens: fc.integer({ min: 1, max: 90 }) }), {
    maxLength: 40,
  });
  fc.assert(
    fc.property(calls, (all) => {
      const { clock, reserve } = makeWindow({ requestsPerMinute: 4, tokensPerMinute: 100 });
      const started = all.map(({ afterMs, tokens }) => {
        clock.ms += afterMs;
        return { at: clock.ms + reserve(tokens).waitMs, tokens };
      });
      for (const [index, { at }] of started.entries()) {
        expect(at).toBeGreaterThanOrEqual(started[index - 1]?.at ?? 0);
        const within = started.slice(0, index + 1).filter((other) => other.at > at - 60_000);
        expect(within.length).toBeLessThanOrEqual(4);
        expect(within.reduce((sum, { tokens }) => sum + tokens, 0)).toBeLessThanOrEqual(100);
      }
    }),
  );
});
