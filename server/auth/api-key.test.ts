import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { makeApiKey, parseApiKey } from './api-key.ts';
import { isSameText } from './is-same-text.ts';

test('a new key reads back as its id and the hash of its secret, which is not in it', () => {
  const { keyId, key, hash, last4 } = makeApiKey();
  expect(key).toMatch(/^tlk_[0-9A-Za-z]{10}_[0-9A-Za-z]{32}_[0-9a-f]{6}$/);
  expect(parseApiKey(key)).toEqual({ keyId, hash });
  const secret = key.split('_')[2] ?? '';
  expect(hash).toBe(createHash('sha256').update(secret).digest('hex'));
  expect(secret.endsWith(last4)).toBe(true);
  expect(makeApiKey().key).not.toBe(key);
});

test('a key with any one letter changed, missing or added is not a key', () => {
  const { key } = makeApiKey();
  for (let index = 0; index < key.length; index++) {
    const letter = key[index] === 'a' ? 'b' : 'a';
    expect(parseApiKey(`${key.slice(0, index)}${letter}${key.slice(index + 1)}`)).toBeNull();
    expect(parseApiKey(`${key.slice(0, index)}${key.slice(index + 1)}`)).toBeNull();
  }
  for (const text of ['', `${key}0`, ` ${key}`, `${key}\n`, key.toUpperCase()]) expect(parseApiKey(text)).toBeNull();
});

test('secrets are drawn evenly from all letters', () => {
  const counts = new Map<string, number>();
  for (let index = 0; index < 1000; index++)
    for (const letter of makeApiKey().key.split('_')[2] ?? '') counts.set(letter, (counts.get(letter) ?? 0) + 1);
  // 32,000 letters over 62: 516 each, and more than seven standard deviations (23) away would be no chance.
  expect(counts.size).toBe(62);
  for (const count of counts.values()) expect(Math.abs(count - 516)).toBeLessThan(170);
});

test('texts are the same only when all of their letters are', () => {
  expect(isSameText('ab', 'ab')).toBe(true);
  expect(isSameText('ab', 'ac')).toBe(false);
  expect(isSameText('ab', 'abc')).toBe(false);
});
