import { expect, test } from 'vitest';
import { formatDashboardAddress, readDashboardAddress, runsHref, toDashboardQuery } from './dashboard-address.ts';

const nowMs = Date.parse('2026-11-28T14:10:00Z');
const zone = 'Europe/Berlin';

test('an address keeps one scope and one filter, and leaves out what it does not know', () => {
  expect(readDashboardAddress({})).toEqual({ range: '7' });
  expect(readDashboardAddress({ endpoint: 'desk', workflow: 'wf_1', version: '7', model: 'm', range: '365' })).toEqual({
    range: '7',
    endpoint: 'desk',
    version: '7',
  });
  expect(readDashboardAddress({ version: '7', from: '2026-11-02', until: '2026-11-01' })).toEqual({ range: '7' });
  const days = { from: '2026-11-01', until: '2026-11-03', key: 'key_1', compare: 'none', measure: 'cost' } as const;
  expect(readDashboardAddress(days)).toEqual(days);
  const params = new URL(formatDashboardAddress(days), 'http://a.example').searchParams;
  expect(readDashboardAddress(Object.fromEntries(params))).toEqual(days);
});

test('the query names the moments in the first and last step, and the zone', () => {
  expect(toDashboardQuery({ range: '7' }, { nowMs, zone })).toEqual({ from: '2026-11-22T14:10:00.000Z', zone, step: 'day' });
  expect(toDashboardQuery({ range: '1' }, { nowMs, zone })).toMatchObject({ from: '2026-11-27T15:10:00.000Z', step: 'hour' });
  expect(toDashboardQuery({ from: '2026-11-01', until: '2026-11-28' }, { nowMs, zone })).toMatchObject({
    from: '2026-11-01T12:00:00Z',
    to: '2026-11-28T12:00:00.000Z',
  });
});

test('the runs of a point are those of its time and of the filters', () => {
  const href = runsHref({ endpoint: 'desk', model: 'a b' }, { from: 'F', to: 'T', status: 'failed' });
  expect(href).toBe('/runs?endpoint=desk&model=a+b&status=failed&after=F&before=T&mode=whole');
});
