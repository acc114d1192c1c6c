import { expect, test } from 'vitest';
import { type CronSentence, cronOfSentence, sentenceOfCron } from './cron-sentence.ts';
import { cronProblem, nextScheduledTimes } from './schedule-times.ts';

const sentences: [line: string, sentence: CronSentence][] = [
  ['*/15 * * * *', { kind: 'minutes', every: 15 }],
  ['* * * * *', { kind: 'minutes', every: 1 }],
  ['30 */6 * * *', { kind: 'hours', every: 6, minute: 30 }],
  ['0 * * * *', { kind: 'hours', every: 1, minute: 0 }],
  ['5 9 * * *', { kind: 'daily', hour: 9, minute: 5 }],
  ['0 8 * * 1-5', { kind: 'workdays', hour: 8, minute: 0 }],
  ['0 8 * * 0,6', { kind: 'weekly', weekdays: [0, 6], hour: 8, minute: 0 }],
  ['0 7 1 * *', { kind: 'monthDay', day: 1, hour: 7, minute: 0 }],
  ['0 7 L * *', { kind: 'monthDay', day: 'last', hour: 7, minute: 0 }],
  ['0 9 * * 1#1', { kind: 'monthWeekday', nth: 1, weekday: 1, hour: 9, minute: 0 }],
  ['0 9 * * 5#L', { kind: 'monthWeekday', nth: 'last', weekday: 5, hour: 9, minute: 0 }],
];

test.each(sentences)('%s has a sentence, which is that line again', (line, sentence) => {
  expect(cronProblem(line)).toBeUndefined();
  expect(sentenceOfCron(line)).toEqual(sentence);
  expect(cronOfSentence(sentence)).toBe(line);
});

test.each([
  ['0 8 * * MON-FRI', '0 8 * * 1-5'],
  ['00 08 * * 1,2,3,4,5', '0 8 * * 1-5'],
  ['0 8 * * 6-7', '0 8 * * 0,6'],
  ['0 8 * * 0-6', '0 8 * * *'],
  ['0 9 * * mon#1', '0 9 * * 1#1'],
])('%s is another way to write %s', (line, same) => {
  expect(cronOfSentence(sentenceOfCron(line) as CronSentence)).toBe(same);
  const times = (cron: string) =>
    nextScheduledTimes({ cron: [cron], timeZone: 'Europe/Berlin' }, { after: new Date('2026-03-01T00:00:00Z'), atMost: 8 });
  expect(times(line)).toEqual(times(same));
});

test.each([
  '',
  '0 9',
  '*/7 * * * *',
  '0 9-17 * * *',
  '0 9 1 * 1',
  '0 9 * 6 *',
  '0 9,17 * * *',
  '0 30 9 * * *',
  '61 9 * * *',
  '@daily',
  '0 9 * * 1#5',
])('%s stays a cron line', (line) => {
  expect(sentenceOfCron(line)).toBeUndefined();
});

test('the first Monday of the month is the first Monday of the month', () => {
  const times = nextScheduledTimes(
    { cron: ['0 9 * * 1#1'], timeZone: 'UTC' },
    { after: new Date('2026-11-30T00:00:00Z'), atMost: 3 },
  );
  expect(times.map((time) => time.toISOString())).toEqual([
    '2026-12-07T09:00:00.000Z',
    '2027-01-04T09:00:00.000Z',
    '2027-02-01T09:00:00.000Z',
  ]);
});
