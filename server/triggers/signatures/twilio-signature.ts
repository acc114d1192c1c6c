import { createHash, createHmac } from 'node:crypto';
import { parseFormFields } from '#lib/text/parse-form-fields.ts';
import { isSameText } from '../../auth/is-same-text.ts';
import type { HookRequest } from '../define-trigger-handler.ts';

const FORM_TYPE = /^application\/x-www-form-urlencoded\b/i;
/** In the address of a request whose body is no form. */
const BODY_HASH = 'bodySHA256';

type Signed = Pick<HookRequest, 'headers' | 'body' | 'url'> & { readonly secret: string };

/**
 * Twilio signs the address with the fields of the form behind it, or with the hash of another body in it.
 * @see https://www.twilio.com/docs/usage/security#validating-requests
 */
export function isTwilio({ headers, body, url, secret }: Signed): boolean {
  const address = url === undefined ? null : URL.parse(url);
  if (url === undefined || !address) return false;
  const hash = address.searchParams.get(BODY_HASH);
  if (hash !== null && !isSameText(hash, createHash('sha256').update(body).digest('hex'))) return false;
  const isForm = hash === null && FORM_TYPE.test(headers['content-type'] ?? '');
  // Of another body nothing is signed.
  if (hash === null && !isForm && body.byteLength > 0) return false;
  const fields = isForm ? sortedFields(new TextDecoder().decode(body)) : '';
  const given = headers['x-twilio-signature'] ?? '';
  return addressesOf(url, address).some((one) =>
    isSameText(given, createHmac('sha1', secret).update(`${one}${fields}`).digest('base64')),
  );
}

/** Names with their values, without anything in between; each value of a name once. */
function sortedFields(form: string): string {
  const pairs = new Set((parseFormFields(form) ?? []).map(([name, value]) => `${name}\0${value}`));
  return [...pairs]
    .sort()
    .map((pair) => pair.replace('\0', ''))
    .join('');
}

/** Twilio signs some addresses with their port and some without. */
function addressesOf(url: string, { protocol, host, port }: URL): string[] {
  const usual = protocol === 'https:' ? '443' : '80';
  const path = url.slice(url.indexOf('/', `${protocol}//`.length));
  const name = port === '' ? host : host.slice(0, -port.length - 1);
  return [...new Set([url, `${protocol}//${name}${path}`, `${protocol}//${name}:${port || usual}${path}`])];
}
