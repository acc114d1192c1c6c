import { createHmac } from 'node:crypto';
import type { SentCredential } from '#lib/credentials/credential-type.ts';
import { GuardedFetchError } from '#lib/errors/guarded-fetch-error.ts';
import type { GuardedFetchInit } from '#lib/ports/runtime.ts';
import { addParameters, removeParameters } from '#lib/text/url-query.ts';

type Request = { readonly url: string; readonly init: GuardedFetchInit };
type Added = {
  readonly headers?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly path?: string;
};

/** `{credential}` in the path of an address, as it is written in one that was parsed. */
const PATH_PLACE = '%7Bcredential%7D';

/**
 * The request with the credential in it. A header that it sets replaces one that the caller set.
 * @throws {GuardedFetchError} `request-invalid`: a value that a URL or header cannot carry
 */
export function applyCredential(credential: SentCredential, { url, init }: Request, nowMs: number): Request {
  const { headers = {}, query = {}, path } = addedBy(credential, init.body ?? '', nowMs);
  const set = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  const address = new URL(url);
  if (path !== undefined) address.pathname = withPathValue(address.pathname, path);
  removeParameters(address, Object.keys(query));
  addParameters(address, Object.entries(query));
  return { url: address.href, init: { ...init, headers: { ...lowerCased(init.headers ?? {}), ...set } } };
}

/** A value that would lead to another path is refused before it is stored, and here once more. */
function withPathValue(pathname: string, value: string): string {
  const parts = pathname.split(PATH_PLACE);
  if (parts.length !== 2 || /[/?#\\]/.test(value))
    throw new GuardedFetchError('request-invalid', 'The path of the address has no place {credential} for the credential');
  return parts.join(encodeURIComponent(value));
}

function lowerCased(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

function addedBy({ type, fields }: SentCredential, body: string | Uint8Array, nowMs: number): Added {
  switch (type) {
    case 'bearer':
      return { headers: { authorization: `Bearer ${fields.token}` } };
    case 'oauth2':
      return { headers: { authorization: `Bearer ${fields.accessToken}` } };
    case 'header':
      return { headers: { [fields.name]: fields.value } };
    case 'basic': {
      if (fields.username.includes(':'))
        throw new GuardedFetchError('request-invalid', 'The user name of the credential holds a colon');
      return { headers: { authorization: `Basic ${Buffer.from(`${fields.username}:${fields.password}`).toString('base64')}` } };
    }
    case 'query':
      return { query: { [fields.name]: fields.value } };
    case 'path':
      return { path: fields.value };
    case 'custom':
      return fields;
    case 'hmac': {
      const timestamp = String(Math.floor(nowMs / 1000));
      const hmac = createHmac(fields.algorithm, fields.secret);
      if (fields.timestampHeader !== undefined) hmac.update(`${timestamp}.`);
      const signature = hmac.update(body).digest(fields.encoding);
      return {
        headers: {
          [fields.header]: `${fields.prefix}${signature}`,
          ...(fields.timestampHeader !== undefined && { [fields.timestampHeader]: timestamp }),
        },
      };
    }
  }
}
