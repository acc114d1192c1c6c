import { expect, test } from 'vitest';
import { groupByDay } from './group-by-day.ts';

const now = new Date(2026, 10, 30, 0, 30);
const at = (...date: [number, number, number, number]) => ({ updatedAt: new Date(...date).toISOString() });

test('conversations are grouped by days of the calendar, in their order', () => {
  const items = [
    at(2026, 10, 30, 0),
    at(2026, 10, 29, 23),
    at(2026, 10, 29, 1),
    at(2026, 10, 24, 8),
    at(2026, 10, 2, 8),
    at(2026, 1, 1, 8),
  ];
  expect(groupByDay(items, now).map(({ group, items: { length } }) => [group, length])).toEqual([
    ['today', 1],
    ['yesterday', 2],
    ['week', 1],
    ['month', 1],
    ['older', 1],
  ]);
  expect(groupByDay([], now)).toEqual([]);
});

test('a clock that is behind the server says today', () => {
  expect(groupByDay([at(2026, 11, 1, 1)], now)[0]?.group).toBe('today');
});
