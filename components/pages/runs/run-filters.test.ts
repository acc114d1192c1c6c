import { expect, test } from 'vitest';
import { addressOf, queryOf, type RunFilters, readFilters } from './run-filters.ts';

const read = (search: string) => readFilters(new URLSearchParams(search));

test('an address is read and written back as it was', () => {
  const filters: RunFilters = {
    q: 'refund & co',
    status: ['failed', 'waiting'],
    workflow: 'wf_1',
    version: 3,
    mode: 'deployed',
    took: 'over10s',
    cost: 0.05,
  };
  expect(readFilters(new URL(addressOf(filters), 'http://x').searchParams)).toEqual(filters);
  expect(addressOf({})).toBe('/runs');
});

test('invalid filters are dropped', () => {
  expect(read('status=failed,lost&mode=cli&since=ever&took=long&version=2&q=%20&from=soon&until=2026-02-31x')).toEqual({
    status: ['failed'],
  });
  expect(read('cost=free')).toEqual({});
  // A date field while its year is typed.
  expect(read('from=0002-01-31')).toEqual({});
  expect(read('cost=-1')).toEqual({});
  expect(read('workflow=wf_1&version=-1')).toEqual({ workflow: 'wf_1' });
});

test('fixed days replace a relative time', () => {
  expect(read('since=day&from=2026-01-01')).toEqual({ from: '2026-01-01' });
});

test('a cost filter is in USD, with a point or a comma', () => {
  expect(queryOf(read('cost=0,05'), { nowMs: 0 })).toEqual({ minCostUsd: 0.05 });
});

test('the query has whole days in the time zone of the reader, or times relative to now', () => {
  const nowMs = Date.parse('2026-03-01T12:00:00Z');
  expect(queryOf({ since: 'hour', status: ['failed', 'waiting'], q: 'x', took: 'under1s' }, { nowMs })).toEqual({
    search: 'x',
    status: 'failed,waiting',
    from: '2026-03-01T11:00:00.000Z',
    maxDurationMs: 1000,
  });
  const east = { nowMs, timeZoneOffsetMs: -8 * 3_600_000 };
  expect(queryOf({ from: '2026-02-27', until: '2026-02-28' }, east)).toEqual({
    from: '2026-02-26T16:00:00.000Z',
    before: '2026-02-28T16:00:00.000Z',
  });
});
