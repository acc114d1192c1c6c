import { createHash, randomBytes } from 'node:crypto';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** The largest multiple of 62 in a byte. Larger bytes are drawn again: they would make the first letters likelier. */
const FAIR_BYTES = 248;
const ID_LENGTH = 10;
const SECRET_LENGTH = 32;
const LAST_LENGTH = 4;
/** Recognisable for secret scanners and in a header. */
export const KEY_PREFIX = 'tlk_';
/** Of keys of a workspace. */
export const WORKSPACE_KEY_PREFIX = 'tlw_';
const FORMAT = /^(tlk_|tlw_)([0-9A-Za-z]{10})_([0-9A-Za-z]{32})_([0-9a-f]{6})$/;
type Prefix = typeof KEY_PREFIX | typeof WORKSPACE_KEY_PREFIX;

export type NewApiKey = {
  readonly keyId: string;
  /** Shown once. */
  readonly key: string;
  readonly hash: string;
  readonly last4: string;
};
export type ParsedApiKey = { readonly keyId: string; readonly hash: string };

/**
 * `tlk_<id 10>_<secret 32>_<checksum 6>`; keys of a workspace begin with `tlw_`. The secret has 190
 * random bits, so a SHA-256 without salt is safe against trying them all.
 */
export function makeApiKey(prefix: Prefix = KEY_PREFIX): NewApiKey {
  const keyId = randomText(ID_LENGTH);
  const secret = randomText(SECRET_LENGTH);
  const body = `${prefix}${keyId}_${secret}`;
  return { keyId, key: `${body}_${checksum(body)}`, hash: sha256(secret), last4: secret.slice(-LAST_LENGTH) };
}

/** The id to look up and the hash to compare; null for a wrong format or checksum, which a typo gives. */
export function parseApiKey(text: string): ParsedApiKey | null {
  return parseKey(text, KEY_PREFIX);
}

/** As `parseApiKey`, of a key of a workspace. */
export function parseWorkspaceKey(text: string): ParsedApiKey | null {
  return parseKey(text, WORKSPACE_KEY_PREFIX);
}

function parseKey(text: string, wanted: Prefix): ParsedApiKey | null {
  const [, prefix, keyId, secret, sum] = FORMAT.exec(text) ?? [];
  if (prefix !== wanted || keyId === undefined || secret === undefined) return null;
  return checksum(`${prefix}${keyId}_${secret}`) === sum ? { keyId, hash: sha256(secret) } : null;
}

function randomText(length: number): string {
  let text = '';
  while (text.length < length)
    for (const byte of randomBytes(length))
      if (byte < FAIR_BYTES && text.length < length) text += ALPHABET[byte % ALPHABET.length];
  return text;
}

function checksum(body: string): string {
  return sha256(body).slice(0, 6);
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
