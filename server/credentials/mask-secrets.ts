import type { GuardedResponse } from '#lib/ports/runtime.ts';

const MASK = '[masked]';
/** A shorter one may occur in any text by chance. */
const MIN_CHARS = 6;

/** An answer without the secrets that its server repeats, as in an echo of the headers. */
export function maskSecrets(response: GuardedResponse, secrets: readonly string[]): GuardedResponse {
  const needles = needlesOf(secrets);
  if (needles.length === 0) return response;
  return {
    ...response,
    url: masked(response.url, needles),
    headers: Object.fromEntries(Object.entries(response.headers).map(([name, value]) => [name, masked(value, needles)])),
    body: needles.reduce((body, needle) => withoutBytes(body, Buffer.from(needle)), response.body),
  };
}

/** A text of such an answer, such as one event of a stream. */
export function maskText(text: string, secrets: readonly string[]): string {
  return masked(text, needlesOf(secrets));
}

function needlesOf(secrets: readonly string[]): string[] {
  return secrets.filter(({ length }) => length >= MIN_CHARS).flatMap(spellingsOf);
}

function masked(text: string, needles: readonly string[]): string {
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

function withoutBytes(body: Uint8Array, needle: Buffer): Uint8Array {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  const parts: Buffer[] = [];
  let from = 0;
  for (let at = bytes.indexOf(needle); at >= 0; at = bytes.indexOf(needle, from)) {
    parts.push(bytes.subarray(from, at), Buffer.from(MASK));
    from = at + needle.length;
  }
  return parts.length === 0 ? body : Buffer.concat([...parts, bytes.subarray(from)]);
}
