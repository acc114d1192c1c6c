import { describe, expect, test } from 'vitest';
import { durationText, rangeProblem, readDuration, readJson, readNumber, readValue, valueAsText } from './field-text.ts';

describe('numbers', () => {
  test.each([
    ['', undefined],
    [' 0.2 ', 0.2],
    ['1,200', 1200],
    ['-3', -3],
    ['{{start.n}}', '{{start.n}}'],
  ])('%j is %j', (text, value) => {
    expect(readNumber(text, { isInteger: false })).toEqual({ value });
  });

  test.each([
    ['ten', false, 'not-a-number'],
    ['1,2', false, 'not-a-number'],
    ['1.5', true, 'not-whole'],
    ['Infinity', false, 'not-a-number'],
  ])('%j is refused', (text, isInteger, problem) => {
    expect(readNumber(text, { isInteger })).toMatchObject({ problem });
  });

  test('a range problem has its limit; a template has no range', () => {
    const range = { minimum: 0, maximum: 2 };
    expect(rangeProblem(3, range)).toEqual({ problem: 'too-large', values: { limit: '2' } });
    expect(rangeProblem(-1, range)).toEqual({ problem: 'too-small', values: { limit: '0' } });
    expect(rangeProblem(2, range)).toBeUndefined();
    expect(rangeProblem('{{start.n}}', range)).toBeUndefined();
  });
});

describe('durations', () => {
  test.each([
    ['', undefined],
    ['250', 250],
    ['30 s', 30_000],
    ['1h 30m', 5_400_000],
    ['1.5 H', 5_400_000],
    ['2 d 5 ms', 172_800_005],
    ['{{ start.ms }}', '{{ start.ms }}'],
  ])('%j is %j', (text, value) => {
    expect(readDuration(text)).toEqual({ value });
  });

  test.each(['soon', '5 years', '1 s later', '-5 s'])('%j is refused', (text) => {
    expect(readDuration(text)).toEqual({ problem: 'not-a-duration', values: { value: text } });
  });

  test.each([1, 999, 1000, 30_000, 90_061_001, 2_592_000_000])('%i ms is read again as it is shown', (durationMs) => {
    expect(readDuration(durationText(durationMs))).toEqual({ value: durationMs });
  });

  test('is shown in the largest units', () => {
    expect([30_000, 5_400_000, 2_592_000_000, undefined, '{{a.b}}', 0].map(durationText)).toEqual([
      ...['30 s', '1 h 30 m', '30 d', '', '{{a.b}}', '0'],
    ]);
  });
});

describe('any value', () => {
  test.each<[string, unknown]>([
    ['10', 10],
    ['true', true],
    ['null', null],
    ['"10"', '10'],
    ['Dear Ada', 'Dear Ada'],
    ['{{answer.output}}', '{{answer.output}}'],
    ['{% assign a = 1 %}', '{% assign a = 1 %}'],
    ['{"a": ["{{start.b}}"]}', { a: ['{{start.b}}'] }],
    ['"so" she said', '"so" she said'],
  ])('%s is read as %j', (text, value) => {
    expect(readValue(text)).toEqual({ value });
  });

  test.each(['{"a":', '[1, 2', '{ a }'])('%s is unfinished JSON', (text) => {
    expect(readValue(text)).toMatchObject({ problem: 'not-json' });
  });

  test.each<unknown>(['10', 'true', '"', '{', '[draft]', '', ' a ', '{{a.b}}', 10, null, [1], { a: 'b' }, '{"a":1}'])(
    '%j is read again as it is shown',
    (value) => {
      expect(readValue(valueAsText(value))).toEqual({ value });
    },
  );

  test('an undefined value is shown as an empty text', () => {
    expect(valueAsText(undefined)).toBe('');
    expect(readJson('  ')).toEqual({ value: undefined });
  });
});
