import { describe, expect, test } from 'vitest';
import { readTraceparent, spanIdOf, traceOfRun, traceparentOf } from './trace-context.ts';

const traceId = '0af7651916cd43dd8448eb211c80319c';
const parentSpanId = 'b7ad6b7169203331';

describe('a traceparent', () => {
  test('names trace, parent and whether it is sampled', () => {
    expect(readTraceparent(`00-${traceId}-${parentSpanId}-01`)).toEqual({ traceId, parentSpanId, isSampled: true });
    expect(readTraceparent(`00-${traceId}-${parentSpanId}-00`)).toEqual({ traceId, parentSpanId, isSampled: false });
  });

  test('of a later version may have more fields, which are ignored', () => {
    expect(readTraceparent(`cc-${traceId}-${parentSpanId}-01-what-is-to-come`)).toEqual({
      traceId,
      parentSpanId,
      isSampled: true,
    });
  });

  test.each([
    'nonsense',
    `00-${traceId}-${parentSpanId}`,
    `00-${traceId}-${parentSpanId}-01-more`,
    `ff-${traceId}-${parentSpanId}-01`,
    `00-${traceId.toUpperCase()}-${parentSpanId}-01`,
    `00-${'0'.repeat(32)}-${parentSpanId}-01`,
    `00-${traceId}-${'0'.repeat(16)}-01`,
  ])('%s is none', (header) => {
    expect(readTraceparent(header)).toBeUndefined();
  });
});

test('a run without a parent has its own trace, whose id is the ULID in its name', () => {
  expect(traceOfRun('run_01ARZ3NDEKTSV4RRFFQ69G5FAV', undefined)).toEqual({
    traceId: '01563e3ab5d3d6764c61efb99302bd5b',
    isSampled: true,
  });
  expect(traceOfRun('run_01ARZ3NDEKTSV4RRFFQ69G5FAV', 'nonsense')).toEqual(
    traceOfRun('run_01ARZ3NDEKTSV4RRFFQ69G5FAV', undefined),
  );
  expect(traceOfRun('whatever', undefined).traceId).toMatch(/^[0-9a-f]{32}$/);
});

test('what is sent on names the same trace and the span inside it', () => {
  const sent = traceparentOf(traceOfRun('run_1', `00-${traceId}-${parentSpanId}-01`), spanIdOf('run_1', 'node fetch'));
  expect(readTraceparent(sent)).toEqual({ traceId, parentSpanId: spanIdOf('run_1', 'node fetch'), isSampled: true });
});

test('a span has a stable id, and ten thousand ids differ', () => {
  const ids = Array.from({ length: 10_000 }, (_, index) => spanIdOf('run_1', `node each[${index}]/write`));
  expect(new Set(ids).size).toBe(10_000);
  expect(ids[7]).toBe(spanIdOf('run_1', 'node each[7]/write'));
  expect(ids.every((id) => /^[0-9a-f]{16}$/.test(id))).toBe(true);
});
