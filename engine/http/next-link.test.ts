import { expect, test } from 'vitest';
import { threadCpuMs } from '#tests/support/thread-cpu.ts';
import { nextLink } from './next-link.ts';

test.each([
  ['<https://a.example/?page=2>; rel="next", <https://a.example/?page=9>; rel="last"', 'https://a.example/?page=2'],
  ['<https://a.example/?page=1>; rel="prev", </list?page=3>; rel=next; title="a, <b>"', '/list?page=3'],
  ['<https://a.example/?ids=1,2&p=2>; title="x; rel=\\"none\\", y"; rel="Next"', 'https://a.example/?ids=1,2&p=2'],
  ['<a>; rel="prev next"', 'a'],
  ['<a>; rel="nextcloud"', ''],
  ['<a; rel="next"', ''],
  ['', ''],
])('the next link of %s is %s', (header, link) => {
  expect(nextLink(header)).toBe(link);
});

test('a long header is read in linear time', () => {
  const startedAt = threadCpuMs();
  expect(nextLink(`${'<a>; rel="x", '.repeat(100_000)}${'<'.repeat(100_000)}`)).toBe('');
  expect(threadCpuMs() - startedAt).toBeLessThan(2000);
});
