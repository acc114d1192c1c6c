import { expect, test } from 'vitest';
import { dayOf, dayStart, hourAndWeekday, isTimeZone, stepStarts, zoneOffsetMs } from './zone-time.ts';

const iso = (times: readonly number[]) => times.map((time) => new Date(time).toISOString().slice(5, 16));

test('days begin at midnight of the zone, also where it is half an hour apart or changes its clocks', () => {
  const range = { fromMs: Date.parse('2026-03-28T12:00:00Z'), toMs: Date.parse('2026-03-30T12:00:00Z'), step: 'day' } as const;
  expect(iso(stepStarts({ ...range, zone: 'Europe/Berlin' }))).toEqual([
    '03-27T23:00',
    '03-28T23:00',
    '03-29T22:00',
    '03-30T22:00',
  ]);
  expect(iso(stepStarts({ ...range, zone: 'Asia/Kolkata' }))).toEqual([
    '03-27T18:30',
    '03-28T18:30',
    '03-29T18:30',
    '03-30T18:30',
  ]);
  expect(zoneOffsetMs(range.fromMs, 'Asia/Kathmandu')).toBe(5.75 * 3_600_000);
});

test('hours begin at the full hour of the zone', () => {
  const range = { fromMs: Date.parse('2026-11-28T10:10:00Z'), toMs: Date.parse('2026-11-28T12:00:00Z'), step: 'hour' } as const;
  expect(iso(stepStarts({ ...range, zone: 'UTC' }))).toEqual(['11-28T10:00', '11-28T11:00', '11-28T12:00']);
  expect(iso(stepStarts({ ...range, zone: 'Asia/Kolkata' }))).toEqual([
    '11-28T09:30',
    '11-28T10:30',
    '11-28T11:30',
    '11-28T12:30',
  ]);
});

test('the day, hour and weekday of a moment are those of the zone', () => {
  const ms = Date.parse('2026-11-28T23:30:00Z');
  expect(dayOf(ms, 'Asia/Shanghai')).toBe('2026-11-29');
  expect(new Date(dayStart('2026-11-29', 'Asia/Shanghai')).toISOString()).toBe('2026-11-28T16:00:00.000Z');
  expect(hourAndWeekday(ms, zoneOffsetMs(ms, 'Asia/Shanghai'))).toEqual({ hour: 7, weekday: 6 });
  expect(isTimeZone('Europe/Berlin')).toBe(true);
  expect(isTimeZone('Mars/Base')).toBe(false);
});
