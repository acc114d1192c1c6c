import { expect, test } from 'vitest';
import { isListedOrigin, originsSchema } from './web-origin.ts';

test.each([
  ['https://shop.example.com', ['https://shop.example.com'], true],
  ['https://shop.example.com', ['https://*.example.com'], true],
  ['https://a.b.example.com', ['http://other.test', 'https://*.example.com'], true],
  ['http://localhost:5173', ['http://localhost:5173'], true],
  ['https://example.com', ['https://*.example.com'], false],
  ['http://shop.example.com', ['https://*.example.com'], false],
  ['https://shop.example.com:8443', ['https://*.example.com'], false],
  ['https://shop.example.com.evil.test', ['https://shop.example.com'], false],
  ['https://evilexample.com', ['https://*.example.com'], false],
  ['null', ['https://*.example.com'], false],
  ['https://shop.example.com', [], false],
  ['http://shop.localhost:3000', ['http://*.localhost:3000'], true],
])('a page of %s is of %j: %s', (origin, listed, isListed) => {
  expect(originsSchema.parse(listed)).toEqual(listed);
  expect(isListedOrigin(origin, listed)).toBe(isListed);
});

test.each([
  '*',
  'https://example.com/',
  'https://Example.com',
  'example.com',
  'null',
  'https://*',
  'https://*.com',
  'https://*.com:8443',
  'https://*.10.0.0.1',
])('%s is no origin', (origin) => {
  expect(originsSchema.safeParse([origin]).success).toBe(false);
});
