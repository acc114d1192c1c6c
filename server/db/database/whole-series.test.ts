import { expect, test } from 'vitest';
import { endsWithSync, WholeSeries } from './whole-series.ts';

const message = (type: string, body = '') => {
  const head = Buffer.from(`${type}....`);
  head.writeInt32BE(4 + body.length, 1);
  return Buffer.concat([head, Buffer.from(body)]);
};

test('a series is executed at once, with the message that asks for its answer', () => {
  const series = new WholeSeries();
  const parts = ['P', 'B', 'D', 'E', 'C'].map((type) => message(type, 'body'));
  for (const part of parts) expect(series.take(1, part)).toBeUndefined();
  const whole = series.take(1, message('S'));
  expect(whole).toEqual(Buffer.concat([...parts, message('S')]));
  expect(series.take(1, message('Q', 'SELECT 1\0'))).toEqual(message('Q', 'SELECT 1\0'));
  expect(series.take(1, message('B'))).toBeUndefined();
  expect(series.take(1, message('H'))).toEqual(Buffer.concat([message('B'), message('H')]));
});

test('the series of two clients do not mix, and that of a client that left is forgotten', () => {
  const series = new WholeSeries();
  series.take(1, message('B', 'one'));
  series.take(2, message('B', 'two'));
  series.take(3, message('B', 'three'));
  series.drop(3);
  expect(series.take(2, message('S'))).toEqual(Buffer.concat([message('B', 'two'), message('S')]));
  expect(series.take(1, message('S'))).toEqual(Buffer.concat([message('B', 'one'), message('S')]));
  expect(series.take(3, message('S'))).toEqual(message('S'));
});

test('a series that a flush ends is not over', () => {
  expect(endsWithSync(Buffer.concat([message('B'), message('S')]))).toBe(true);
  expect(endsWithSync(Buffer.concat([message('B'), message('H')]))).toBe(false);
});
