import { expect, test } from 'vitest';
import { addParameters, removeParameters } from './url-query.ts';

test.each([
  ['http://h/echo?q=%C4%E3&s=a%20b', 'http://h/echo?q=%C4%E3&s=a%20b&page=1&t=a+b%26c'],
  ['http://h/echo', 'http://h/echo?page=1&t=a+b%26c'],
  ['http://h/echo?', 'http://h/echo?page=1&t=a+b%26c'],
  ['http://h/echo?a=1&#top', 'http://h/echo?a=1&page=1&t=a+b%26c#top'],
])('parameters are added to %s without a change of what it has', (address, expected) => {
  const url = new URL(address);
  addParameters(url, [
    ['page', '1'],
    ['t', 'a b&c'],
  ]);
  expect(url.href).toBe(expected);
});

test('no parameters change nothing', () => {
  const url = new URL('http://h/echo?q=%C4%E3&s=a%20b');
  addParameters(url, []);
  removeParameters(url, ['other']);
  expect(url.href).toBe('http://h/echo?q=%C4%E3&s=a%20b');
});

test('parameters are removed by their names, however they are escaped', () => {
  const url = new URL('http://h/echo?q=%C4%E3&p%61ge=1&page=2&s=a%20b');
  removeParameters(url, ['page']);
  expect(url.href).toBe('http://h/echo?q=%C4%E3&s=a%20b');
});
