import { expect, test } from 'vitest';
import { maskSecrets, maskText } from './mask-secrets.ts';

const secret = 'tok/6d+1 f0c?55';

test.each([
  ['as it is', secret],
  ['in a URL', encodeURIComponent(secret)],
  ['in a form', new URLSearchParams({ secret }).toString()],
  ['in JSON', JSON.stringify({ secret })],
  ...['', 'B', 'Be', 'Bearer ', 'ada:'].map((before) => [`in Base64 after '${before}'`, btoa(`${before}${secret} and more`)]),
  ...['', 'B', 'Be'].map((before) => [
    `in URL-safe Base64 after '${before}'`,
    Buffer.from(before + secret).toString('base64url'),
  ]),
])('a secret is masked %s', (_, text) => {
  const masked = maskText(`before ${text} after`, [secret]);
  expect(masked).toContain('[masked]');
  expect(masked).toMatch(/^before .* after$/);
  // Of Base64 no four characters in a row are left that hold bits of the secret alone.
  expect(masked).not.toContain(text.slice(4, -8));
});

test('an answer is masked everywhere, and the rest stays as it was', () => {
  const body = Buffer.concat([Buffer.from([0xff, 0x00]), Buffer.from(secret), Buffer.from([0xfe])]);
  const answer = {
    status: 200,
    headers: { echo: secret, other: 'x' },
    url: `https://a.example/?k=${encodeURIComponent(secret)}`,
    body,
  };
  const masked = maskSecrets(answer, [secret]);
  expect(masked.headers).toEqual({ echo: '[masked]', other: 'x' });
  expect(masked.url).toBe('https://a.example/?k=[masked]');
  expect([...masked.body]).toEqual([0xff, 0x00, ...Buffer.from('[masked]'), 0xfe]);
});

test('a secret that is shorter than six characters may occur by chance, and is left', () => {
  expect(maskText('abcde', ['abcde'])).toBe('abcde');
});
