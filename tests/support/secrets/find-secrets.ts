/** A text or bytes that people or programs could get. */
export type Artefact = { readonly where: string; readonly content: string | Uint8Array };

/** A secret that was found, by name. */
export type FoundSecret = { readonly secret: string; readonly where: string; readonly as: string };

/** Looks for each secret in each artefact: as it is, in URLs, in JSON, in Base64 at any position, and in hex. */
export function findSecrets(secrets: Readonly<Record<string, string>>, artefacts: readonly Artefact[]): FoundSecret[] {
  const needles = Object.entries(secrets).flatMap(([secret, value]) =>
    Object.entries(spellingsOf(value)).map(([as, text]) => ({ secret, as, bytes: Buffer.from(text) })),
  );
  return artefacts.flatMap(({ where, content }) => {
    const bytes = typeof content === 'string' ? Buffer.from(content) : Buffer.from(content);
    return needles.filter((needle) => bytes.includes(needle.bytes)).map(({ secret, as }) => ({ secret, where, as }));
  });
}

function spellingsOf(secret: string): Record<string, string> {
  const base64 = Object.fromEntries([0, 1, 2].map((before) => [`Base64 after ${before} bytes`, base64Of(secret, before)]));
  return {
    plain: secret,
    'URL-encoded': encodeURIComponent(secret),
    form: new URLSearchParams({ s: secret }).toString().slice(2),
    JSON: JSON.stringify(secret).slice(1, -1),
    hex: Buffer.from(secret).toString('hex'),
    ...base64,
  };
}

/** Without the characters that depend on what is around it. */
function base64Of(secret: string, before: number): string {
  const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(secret)]);
  return bytes.toString('base64').slice(Math.ceil((before * 8) / 6), Math.floor((bytes.byteLength * 8) / 6));
}
