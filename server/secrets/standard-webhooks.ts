import { createHmac } from 'node:crypto';

/** @see https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md */
export const STANDARD_PREFIX = 'whsec_';
const BASE64 = /^[A-Za-z0-9+/_-]+={0,2}$/;
const MIN_KEY_BYTES = 16;

export type StandardMessage = {
  readonly id: string;
  /** Unix seconds, as they are sent. */
  readonly time: string;
  readonly body: string | Uint8Array;
};

/** The signatures of a message, one for each form in which libraries take the secret. */
export function standardSignatures({ id, time, body }: StandardMessage, secret: string): string[] {
  return standardKeys(secret).map(
    (key) => `v1,${createHmac('sha256', key).update(`${id}.${time}.`).update(body).digest('base64')}`,
  );
}

/** Libraries take a secret with and without the prefix, as base64 of the key or as the key itself. */
function standardKeys(secret: string): (string | Buffer)[] {
  const hasPrefix = secret.startsWith(STANDARD_PREFIX);
  const text = hasPrefix ? secret.slice(STANDARD_PREFIX.length) : secret;
  const decoded = Buffer.from(text, 'base64');
  // A short text is not base64 of a key, and a key of few bytes could be guessed.
  const isEncoded = BASE64.test(text) && (hasPrefix ? decoded.length > 0 : decoded.length >= MIN_KEY_BYTES);
  return isEncoded ? [decoded, ...new Set([secret, text])] : [secret];
}
