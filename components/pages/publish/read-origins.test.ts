import { expect, test } from 'vitest';
import { readOrigins } from './read-origins.ts';

test.each([
  ['', [], undefined],
  ['https://shop.example.com\n https://*.example.org ', ['https://shop.example.com', 'https://*.example.org'], undefined],
  // As a browser shows it in its address bar.
  ['https://Shop.example.com/, http://localhost:5173', ['https://shop.example.com', 'http://localhost:5173'], undefined],
  ['https://a.example\nhttps://a.example/', ['https://a.example'], undefined],
  ['shop.example.com', ['shop.example.com'], 'shop.example.com'],
  ['https://a.example *', ['https://a.example', '*'], '*'],
  ['https://a.example/shop', ['https://a.example/shop'], 'https://a.example/shop'],
])('origins in %j', (text, origins, wrong) => {
  expect(readOrigins(text)).toEqual({ origins, wrong, isTooMany: false });
});

test('at most fifty', () => {
  const many = Array.from({ length: 51 }, (_, index) => `https://shop${index}.example`);
  expect(readOrigins(many.join('\n')).isTooMany).toBe(true);
});
