import { expect, test } from 'vitest';
import { formatUsageAddress, readUsageAddress, toUsageQuery } from './usage-address.ts';

test('an address is read as it is written, and what it does not know is the default', () => {
  const address = { range: '90', group: 'client', slug: 'letters' } as const;
  expect(readUsageAddress(Object.fromEntries(new URLSearchParams(formatUsageAddress(address))))).toEqual(address);
  expect(readUsageAddress({ days: '1e9', group: ['x'], slug: '../x' })).toEqual({
    range: '30',
    group: 'surface',
    slug: undefined,
  });
});

test('seven days end today', () => {
  const nowMs = Date.parse('2026-03-01T23:59:59Z');
  expect(toUsageQuery({ range: '7', group: 'day', slug: undefined }, nowMs)).toEqual({ from: '2026-02-23', group: 'day' });
});
