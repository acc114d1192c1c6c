import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { SecretBox } from '../secrets/secret-box.ts';
import { VisitorTokens } from './visitor-tokens.ts';

const DAY_MS = 86_400_000;
const masterKey = randomBytes(32);
const tokens = new VisitorTokens(new SecretBox([masterKey]));

test('a token names its visitor and endpoint, in every process with the key, until it expires', () => {
  const { token, expiresAt } = tokens.issue('support', 1000);
  const other = new VisitorTokens(new SecretBox([randomBytes(32), masterKey]));
  expect(other.read(token, 2000)).toEqual({ slug: 'support', visitorId: expect.stringMatching(/^[0-9a-f-]{36}$/) });
  expect(expiresAt.getTime()).toBe(1000 + 180 * DAY_MS);
  expect(tokens.read(token, expiresAt.getTime())).toBeNull();
});

test('two visitors differ', () => {
  const visitors = [1, 2].map(() => tokens.read(tokens.issue('support', 0).token, 1)?.visitorId);
  expect(new Set(visitors).size).toBe(2);
});

test('tokens of another key, changed tokens and other texts belong to no visitor', () => {
  const { token } = tokens.issue('support', 0);
  const foreign = new VisitorTokens(new SecretBox([randomBytes(32)])).issue('support', 0).token;
  const last = token.at(-1) === 'A' ? 'B' : 'A';
  for (const wrong of [foreign, `${token.slice(0, -2)}${last}${last}`, 'tlv_', `tlk_${token}`, 'tlv_x'.repeat(1000)])
    expect(tokens.read(wrong, 1)).toBeNull();
});
