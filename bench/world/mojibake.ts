/** Characters of windows-1252 at 0x80 to 0x9f; the rest of it is Latin-1. */
const UPPER = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';
/** A lead byte of UTF-8 with the bytes after it, all as characters of windows-1252. */
const SEQUENCE = new RegExp(
  `[\\u00c2-\\u00df][\\u00a0-\\u00bf${UPPER}]|[\\u00e0-\\u00ef][\\u00a0-\\u00bf${UPPER}]{2}|[\\u00f0-\\u00f4][\\u00a0-\\u00bf${UPPER}]{3}`,
  'g',
);

/**
 * Pieces of a text that were decoded in the wrong charset: U+FFFD, and UTF-8 read as windows-1252.
 * Pieces that the other reader has too are in the file itself.
 */
export function mojibakeIn(ours: string, others = ''): string[] {
  const pieces = [...ours.matchAll(/.{0,3}\ufffd.{0,3}/gu), ...ours.matchAll(SEQUENCE)].map(([piece]) => piece);
  return [...new Set(pieces)].filter((piece) => !others.includes(piece) && isTwice(piece));
}

/** `Ã—` is both: two letters, and a sign of UTF-8. Only what is a letter or a typical sign again was decoded twice. */
function isTwice(piece: string): boolean {
  if (piece.includes('\ufffd')) return true;
  const bytes = Uint8Array.from(piece, (char) => (UPPER.includes(char) ? 0x80 + UPPER.indexOf(char) : char.charCodeAt(0)));
  try {
    return /[\p{L}\p{P}\p{S}\u00a0]/u.test(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return false;
  }
}
