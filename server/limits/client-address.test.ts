import { expect, test } from 'vitest';
import { ClientAddresses } from './client-address.ts';

const from = (remoteAddress: string, forwarded?: string) => ({
  socket: { remoteAddress },
  headers: { 'x-forwarded-for': forwarded },
});

test('a forwarded address is believed from named proxies only, from the right to the left', () => {
  const plain = new ClientAddresses();
  expect(plain.of(from('203.0.113.9', '198.51.100.1'))).toBe('203.0.113.9');
  const behind = new ClientAddresses(['10.0.0.0/8', '::1']);
  expect(behind.of(from('10.1.1.1', '1.1.1.1, 198.51.100.1, 10.2.2.2'))).toBe('198.51.100.1');
  expect(behind.of(from('::ffff:10.1.1.1', '198.51.100.1'))).toBe('198.51.100.1');
  expect(behind.of(from('203.0.113.9', '198.51.100.1'))).toBe('203.0.113.9');
  expect(behind.of(from('::1', 'nonsense'))).toBe('::1');
});

test('strangers are not counted by an address that may be that of a proxy', () => {
  const plain = new ClientAddresses();
  expect(['127.0.0.1', '::1', '10.0.0.4', '192.168.1.2', 'fd00::1'].map((one) => plain.networkFor(from(one)))).toEqual(
    Array(5).fill(undefined),
  );
  expect(plain.networkFor(from('203.0.113.9'))).toBe('203.0.113.9');
  expect(plain.networkFor(from('2001:db8:1:2:3::4'))).toBe('2001:db8:1:2::/64');
  const behind = new ClientAddresses(['127.0.0.1']);
  expect(behind.networkFor(from('127.0.0.1', '192.168.1.2'))).toBe('192.168.1.2');
  expect(behind.networkFor(from('127.0.0.1'))).toBeUndefined();
});
