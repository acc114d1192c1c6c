import { expect, test } from 'vitest';
import { threadCpuMs } from '#tests/support/thread-cpu.ts';
import { cronLines, cronProblem, isTimeZone, nextScheduledTimes } from './schedule-times.ts';

const times = (cron: string, timeZone: string, after: string, atMost = 3) =>
  nextScheduledTimes({ cron: cronLines(cron), timeZone }, { after: new Date(after), atMost }).map((time) => time.toISOString());

test('a fixed time that daylight saving leaves out is moved behind the gap, and comes once', () => {
  // In Berlin, clocks go from 2:00 to 3:00 on 29 March 2026.
  expect(times('30 2 * * *', 'Europe/Berlin', '2026-03-28T12:00:00Z')).toEqual([
    '2026-03-29T01:00:00.000Z',
    '2026-03-30T00:30:00.000Z',
    '2026-03-31T00:30:00.000Z',
  ]);
});

test('a fixed time that exists twice comes once', () => {
  // In New York, clocks go from 2:00 back to 1:00 on 1 November 2026.
  expect(times('30 1 * * *', 'America/New_York', '2026-10-31T12:00:00Z', 2)).toEqual([
    '2026-11-01T05:30:00.000Z',
    '2026-11-02T06:30:00.000Z',
  ]);
});

test.each([
  ['0 1-4 * * *', 'Europe/Berlin', '2026-10-24T22:00:00Z', ['24T23:00', '25T00:00', '25T02:00', '25T03:00', '26T00:00']],
  ['0,30 2 * * *', 'Europe/Berlin', '2026-10-24T22:00:00Z', ['25T00:00', '25T00:30', '26T01:00', '26T01:30']],
  ['0 0-23 * * *', 'Europe/Berlin', '2026-10-24T22:30:00Z', ['24T23:00', '25T00:00', '25T02:00']],
  ['30 1,2 * * *', 'Australia/Lord_Howe', '2026-04-04T10:00:00Z', ['04T14:30', '04T16:00', '05T15:00']],
  ['0 30 0-1 * * *', 'Atlantic/Azores', '2026-10-24T22:00:00Z', ['25T00:30', '25T02:30', '26T01:30']],
  ['0 1-4 * * *', 'Europe/Berlin', '2026-10-25T00:30:00Z', ['25T02:00', '25T03:00']],
  ['*/30 2-3 * * *', 'Europe/Berlin', '2026-10-24T22:00:00Z', ['25T00:00', '25T00:30', '25T01:00', '25T01:30', '25T02:00']],
  ['0 1-4 * * *', 'Europe/Berlin', '2026-03-28T23:00:00Z', ['29T00:00', '29T01:00', '29T02:00', '29T23:00']],
  ['@hourly', 'Europe/Berlin', '2026-10-24T23:30:00Z', ['25T00:00', '25T01:00', '25T02:00']],
])('%s in %s after %s: each time of a list or range comes once', (cron, timeZone, after, expected) => {
  expect(times(cron, timeZone, after, expected.length).map((time) => time.slice(8, 16))).toEqual(expected);
});

test('every hour is every hour, on both days of the change', () => {
  const spring = times('0 * * * *', 'Europe/Berlin', '2026-03-28T23:30:00Z', 4);
  expect(spring).toEqual([
    '2026-03-29T00:00:00.000Z',
    '2026-03-29T01:00:00.000Z',
    '2026-03-29T02:00:00.000Z',
    '2026-03-29T03:00:00.000Z',
  ]);
  const autumn = times('0 * * * *', 'Europe/Berlin', '2026-10-24T23:30:00Z', 4);
  expect(autumn).toEqual([
    '2026-10-25T00:00:00.000Z',
    '2026-10-25T01:00:00.000Z',
    '2026-10-25T02:00:00.000Z',
    '2026-10-25T03:00:00.000Z',
  ]);
});

test('six fields begin with seconds; several lines are merged, and a time of two lines comes once', () => {
  expect(times('*/20 * * * * *\n# a comment\n0 0 * * * *', 'UTC', '2026-01-01T00:59:30Z', 4)).toEqual([
    '2026-01-01T00:59:40.000Z',
    '2026-01-01T01:00:00.000Z',
    '2026-01-01T01:00:20.000Z',
    '2026-01-01T01:00:40.000Z',
  ]);
});

test('intervals count from 1970, so that every process has the same times', () => {
  const found = nextScheduledTimes({ cron: [], everyMs: 90_000, timeZone: 'UTC' }, { after: new Date(100_000), atMost: 2 });
  expect(found.map(Number)).toEqual([180_000, 270_000]);
});

test('lines that are no schedule say why', () => {
  expect(cronProblem('0 9 * * 1-5')).toBeUndefined();
  expect(cronProblem('@daily')).toBeUndefined();
  expect(cronProblem('61 * * * *')).toMatch(/61/);
  expect(cronProblem('every day')).toBeDefined();
  expect(cronProblem('0 0 30 2 *')).toBe('It never comes');
  expect([isTimeZone('Asia/Shanghai'), isTimeZone('Mars/Base')]).toEqual([true, false]);
});

test('times after a limit are not looked for: those of a yearly schedule are up to a century away', () => {
  const yearly = { cron: ['17 42 9 26 11 *'], timeZone: 'Europe/Berlin' };
  const after = new Date('2026-11-26T08:42:16.000Z');
  const startedAt = threadCpuMs();
  for (let look = 0; look < 1000; look++)
    expect(nextScheduledTimes(yearly, { after, atMost: 120, until: new Date('2026-11-26T08:42:17.000Z') })).toHaveLength(1);
  // Without the limit a single look takes 5 ms.
  expect(threadCpuMs() - startedAt).toBeLessThan(2000);
});
