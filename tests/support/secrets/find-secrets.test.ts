import { expect, test } from 'vitest';
import { findSecrets } from './find-secrets.ts';

const secret = 'tok/1+2 three&4';

test.each<readonly [string, string]>([
  ['plain', `x${secret}y`],
  ['URL-encoded', `https://a.example/?k=${encodeURIComponent(secret)}`],
  ['JSON', JSON.stringify({ a: secret })],
  ['hex', Buffer.from(`x${secret}`).toString('hex')],
  ...['', 'a', 'ab', 'Basic ada:'].map((before) => [`Base64 after '${before}'`, btoa(`${before}${secret}!`)] as const),
])('finds a secret: %s', (_, content) => {
  expect(findSecrets({ token: secret }, [{ where: 'log', content }])[0]).toMatchObject({ secret: 'token', where: 'log' });
  expect(findSecrets({ token: secret }, [{ where: 'log', content: Buffer.from(content) }])).not.toEqual([]);
});

test('finds nothing where nothing is', () => {
  expect(findSecrets({ token: secret }, [{ where: 'log', content: 'tok/1+2 three&5' }])).toEqual([]);
});
