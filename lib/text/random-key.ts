const KEY_BYTES = 16;

/**
 * 128 random bits as 32 hexadecimal digits. Pages that come over plain HTTP from another machine have no
 * `crypto.randomUUID`.
 */
export function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(KEY_BYTES)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
