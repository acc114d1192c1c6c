import type { GuardedResponse } from '#lib/ports/runtime.ts';
import { MASK, maskNeedles, needlesOf } from '../secrets/mask-text.ts';

export { maskText } from '../secrets/mask-text.ts';

/** An answer without the secrets that its server repeats, as in an echo of the headers. */
export function maskSecrets(response: GuardedResponse, secrets: readonly string[]): GuardedResponse {
  const needles = needlesOf(secrets);
  if (needles.length === 0) return response;
  return {
    ...response,
    url: maskNeedles(response.url, needles),
    headers: Object.fromEntries(Object.entries(response.headers).map(([name, value]) => [name, maskNeedles(value, needles)])),
    body: needles.reduce((body, needle) => withoutBytes(body, Buffer.from(needle)), response.body),
  };
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
