import { expect, test } from 'vitest';
import { readOpenHosts } from './read-open-hosts.ts';

test('hosts are separated by spaces and commas, and the first entry that is no host is named', () => {
  expect(readOpenHosts(' a.example, *.b.example\n10.0.0.5:8080 ')).toEqual({
    hosts: ['a.example', '*.b.example', '10.0.0.5:8080'],
    isAny: false,
    wrong: undefined,
  });
  expect(readOpenHosts('')).toEqual({ hosts: [], isAny: false, wrong: undefined });
  expect(readOpenHosts('*')).toEqual({ hosts: ['*'], isAny: true, wrong: undefined });
  expect(readOpenHosts('a.example https://b.example/x').wrong).toBe('https://b.example/x');
});
