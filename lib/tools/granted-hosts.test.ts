import { expect, test } from 'vitest';
import { hostPatternSchema, isOnGrantedHost } from './granted-hosts.ts';

const reaches = (address: string, ...patterns: string[]) => isOnGrantedHost(new URL(address), patterns);

test.each(['api.example.com', '*.example.com', 'localhost', '10.0.0.5:8080', '[::1]:80', 'xn--bcher-kva.example:8443'])(
  '%s can be granted',
  (pattern) => expect(hostPatternSchema.safeParse(pattern).success).toBe(true),
);

test.each([
  ...[
    '',
    '*',
    '*.',
    '*.com',
    '*.10.0.0.5',
    'a.*.example.com',
    'https://api.example.com',
    'api.example.com/v1',
    'user@example.com',
  ],
  ...[
    'API.example.com',
    'api.example.com.',
    'api.example.com:0',
    'api.example.com:70000',
    '2130706433',
    '0x7f.1',
    'bücher.example',
  ],
  ...['a b', 'a\nb', 'example.com#', '[::1', 'exa%6dple.com'],
])('%j cannot', (pattern) => expect(hostPatternSchema.safeParse(pattern).success).toBe(false));

test('a name grants only that host, on the ports of http and https', () => {
  expect(reaches('https://api.example.com/v1?q=1', 'api.example.com')).toBe(true);
  expect(reaches('http://API.EXAMPLE.COM./', 'api.example.com')).toBe(true);
  expect(reaches('https://example.com/', 'api.example.com')).toBe(false);
  expect(reaches('https://api.example.com.evil.test/', 'api.example.com')).toBe(false);
  expect(reaches('https://api.example.com:8443/', 'api.example.com')).toBe(false);
  expect(reaches('ftp://api.example.com/', 'api.example.com')).toBe(false);
});

test('a star means every name below, and not the name itself', () => {
  expect(reaches('https://a.b.example.com/', '*.example.com')).toBe(true);
  expect(reaches('https://example.com/', '*.example.com')).toBe(false);
  expect(reaches('https://badexample.com/', '*.example.com')).toBe(false);
});

test('a port is that port alone, the one of the scheme where none is written', () => {
  expect(reaches('http://10.0.0.5:8080/', '10.0.0.5:8080')).toBe(true);
  expect(reaches('http://10.0.0.5/', '10.0.0.5:8080')).toBe(false);
  expect(reaches('https://api.example.com/', 'api.example.com:443')).toBe(true);
  expect(reaches('http://api.example.com/', 'api.example.com:443')).toBe(false);
});

test('a user name in front of the host is refused', () => {
  expect(reaches('https://api.example.com@evil.test/', 'api.example.com')).toBe(false);
  expect(reaches('https://ada@api.example.com/', 'api.example.com')).toBe(false);
});
