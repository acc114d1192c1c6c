export const MASK = '[masked]';
/** A shorter one may occur in any text by chance. */
const MIN_CHARS = 6;

/** A text without the secrets that a server repeats, such as one event of a stream or the reason of a refusal. */
export function maskText(text: string, secrets: readonly string[]): string {
  return maskNeedles(text, needlesOf(secrets));
}

/** What is looked for: each secret in each of its spellings. */
export function needlesOf(secrets: readonly string[]): string[] {
  return secrets.filter(({ length }) => length >= MIN_CHARS).flatMap(spellingsOf);
}

export function maskNeedles(text: string, needles: readonly string[]): string {
  return needles.reduce((rest, needle) => rest.replaceAll(needle, MASK), text);
}

/** As it is, in a URL, in JSON, and in Base64. */
function spellingsOf(secret: string): string[] {
  const spellings = [secret, encodeURIComponent(secret), new URLSearchParams({ s: secret }).toString().slice(2)];
  spellings.push(...insideBase64(secret));
  const escaped = JSON.stringify(secret).slice(1, -1);
  return [...new Set([...spellings, escaped, escaped.replaceAll('/', '\\/')])].sort((a, b) => b.length - a.length);
}

/**
 * What Base64 makes of a secret within a longer text. It depends on whether 0, 1 or 2 bytes of a group of
 * three come before it; the characters that hold bits of other bytes are omitted.
 */
function insideBase64(secret: string): string[] {
  const spellings = [0, 1, 2].map((before) => {
    const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(secret)]);
    return bytes.toString('base64').slice(Math.ceil((before * 8) / 6), Math.floor((bytes.byteLength * 8) / 6));
  });
  return spellings.flatMap((text) => [text, text.replaceAll('+', '-').replaceAll('/', '_')]);
}
