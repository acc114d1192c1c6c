import { expect, test } from 'vitest';
import { AppError } from '#lib/errors/app-error.ts';
import { blockedPortWarning, isBlockedPort } from './blocked-ports.ts';
import { readEnvironment } from './environment.ts';

test('a port that browsers refuse is named at the start, and others are not', () => {
  expect(blockedPortWarning(4190)).toContain('browsers and fetch refuse port 4190');
  expect([80, 443, 3000, 8080].map(blockedPortWarning)).toEqual([undefined, undefined, undefined, undefined]);
});

test('the list is that of the fetch of this Node', async () => {
  const isRefused = async (port: number) => {
    const error = await fetch(`http://127.0.0.1:${port}`).catch((reason: Error) => reason);
    return error instanceof Error && String(error.cause).includes('bad port');
  };
  const ports = [1, 21, 22, 25, 465, 2049, 4190, 5060, 6000, 6566, 6697, 10_080];
  expect(await Promise.all(ports.map(isRefused))).toEqual(ports.map(isBlockedPort));
});

test('an address for others has a port that browsers open', () => {
  const read = (url: string) => readEnvironment({ PUBLIC_URL: url }).publicUrl;
  expect(read('https://studio.example.com:8443')).toBe('https://studio.example.com:8443');
  expect(() => read('http://studio.example.com:6667')).toThrow(AppError);
  expect(() => read('http://studio.example.com:6667')).toThrow(/port/);
});
