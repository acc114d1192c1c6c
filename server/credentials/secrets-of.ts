import type { SentCredential } from '#lib/credentials/credential-type.ts';

/** What of a credential must not be seen when a server echoes it. */
export function secretsOf({ type, fields }: SentCredential): string[] {
  switch (type) {
    case 'bearer':
      return [fields.token];
    case 'oauth2':
      return [fields.accessToken];
    case 'header':
      return [fields.value, ...lastWordOf(fields.value)];
    case 'basic':
      return [fields.password, Buffer.from(`${fields.username}:${fields.password}`).toString('base64')];
    case 'query':
    case 'path':
      return [fields.value];
    case 'hmac':
      return [fields.secret];
    case 'custom':
      return [
        ...Object.values(fields.headers),
        ...Object.values(fields.headers).flatMap(lastWordOf),
        ...Object.values(fields.query),
      ];
  }
}

/** Of `Bearer abc` also `abc`. */
function lastWordOf(value: string): string[] {
  const word = value.slice(value.lastIndexOf(' ') + 1);
  return word === value ? [] : [word];
}
