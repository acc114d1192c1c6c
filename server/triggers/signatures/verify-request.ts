import { createHmac } from 'node:crypto';
import { AppError } from '#lib/errors/app-error.ts';
import type { TriggerConfigOf } from '#lib/trigger-kit/define-trigger.ts';
import type trigger from '#triggers/webhook.trigger.ts';
import { isSameText } from '../../auth/is-same-text.ts';
import { standardSignatures } from '../../secrets/standard-webhooks.ts';
import type { Admission, HookHead, HookRequest } from '../define-trigger-handler.ts';
import { isTwilio } from './twilio-signature.ts';

/** Signatures with an older or newer time are refused, in seconds. */
const TOLERANCE_S = 300;
const MAX_SIGNATURES = 10;
const HMAC_HEADER = 'x-signature';
const NO_BODY = new Uint8Array();

type Config = TriggerConfigOf<typeof trigger>;
type Check = { readonly secret: string | undefined; readonly now: Date };
type Signed = Pick<HookRequest, 'headers' | 'body' | 'url'> & { readonly secret: string; readonly now: Date };

/**
 * Checks what the headers prove, before the body is read. A request that may have a signature is not proven yet.
 * @throws {AppError} `authentication-failed`
 */
export function verifyHead(config: Config, { headers }: Pick<HookHead, 'headers'>, { secret, now }: Check): Admission {
  if (config.auth === 'none') return 'open';
  const known = secretOf(secret);
  if (config.auth === 'token' || config.auth === 'basic') {
    if (!isValid(config, { headers, body: NO_BODY, secret: known, now })) throw refused();
    return 'proven';
  }
  if (!isSigned(config, headers, now)) throw refused();
  return 'signed';
}

/**
 * Checks that who sent a request knows the secret of its trigger.
 * @throws {AppError} `authentication-failed`
 */
export function verifyRequest(config: Config, { headers, body, url }: HookRequest, { secret, now }: Check): void {
  if (config.auth === 'none') return;
  if (!isValid(config, { headers, body, url, secret: secretOf(secret), now })) throw refused();
}

function secretOf(secret: string | undefined): string {
  if (secret !== undefined) return secret;
  throw new AppError('authentication-failed', 'This trigger has no secret yet. Make one on the page of its endpoint.');
}

/** Whether there is a signature of this time, valid or not. */
function isSigned({ auth, header = HMAC_HEADER }: Config, headers: HookRequest['headers'], now: Date): boolean {
  switch (auth) {
    case 'github':
      return headers['x-hub-signature-256'] !== undefined;
    case 'twilio':
      return headers['x-twilio-signature'] !== undefined;
    case 'stripe':
      return isRecent(stripeTime(stripeParts(headers)), now);
    case 'slack':
      return headers['x-slack-signature'] !== undefined && isRecent(headers['x-slack-request-timestamp'], now);
    case 'standard': {
      const { id, time } = standardHeaders(headers);
      return id !== undefined && isRecent(time, now);
    }
    case 'hmac':
      return headers[header.toLowerCase()] !== undefined;
    case 'none':
    case 'token':
    case 'basic':
      return false;
    default:
      return auth satisfies never;
  }
}

function isValid(config: Config, signed: Signed): boolean {
  const { headers, secret } = signed;
  switch (config.auth) {
    case 'none':
      return true;
    case 'token': {
      const { header } = config;
      const given =
        header === undefined ? /^bearer (.+)$/i.exec(headers.authorization ?? '')?.[1] : headers[header.toLowerCase()];
      return given !== undefined && isSameText(given, secret);
    }
    case 'basic':
      return isSameText(/^basic +(\S.*)$/i.exec(headers.authorization ?? '')?.[1] ?? '', Buffer.from(secret).toString('base64'));
    case 'github':
      return isSameText(headers['x-hub-signature-256'] ?? '', `sha256=${hmac('sha256', secret, [signed.body]).toString('hex')}`);
    case 'twilio':
      return isTwilio(signed);
    case 'stripe':
      return isStripe(signed);
    case 'slack':
      return isSlack(signed);
    case 'standard':
      return isStandard(signed);
    case 'hmac': {
      const { algorithm, encoding, prefix, header = HMAC_HEADER } = config;
      const expected = `${prefix}${hmac(algorithm, secret, [signed.body]).toString(encoding)}`;
      const given = headers[header.toLowerCase()] ?? '';
      // Some services write hexadecimal digits in upper case.
      return encoding === 'hex' ? isSameText(given.toLowerCase(), expected.toLowerCase()) : isSameText(given, expected);
    }
    default:
      return config.auth satisfies never;
  }
}

/** @see https://docs.stripe.com/webhooks/signature */
function isStripe({ headers, body, secret, now }: Signed): boolean {
  const parts = stripeParts(headers);
  const time = stripeTime(parts);
  if (!isRecent(time, now)) return false;
  const expected = hmac('sha256', secret, [`${time}.`, body]).toString('hex');
  return parts.some((part) => part.startsWith('v1=') && isSameText(part.slice(3), expected));
}

function stripeParts(headers: HookRequest['headers']): string[] {
  return (headers['stripe-signature'] ?? '').split(',', MAX_SIGNATURES).map((part) => part.trim());
}

function stripeTime(parts: readonly string[]): string | undefined {
  return parts.find((part) => part.startsWith('t='))?.slice(2);
}

/** @see https://docs.slack.dev/authentication/verifying-requests-from-slack */
function isSlack({ headers, body, secret, now }: Signed): boolean {
  const time = headers['x-slack-request-timestamp'];
  if (!isRecent(time, now)) return false;
  return isSameText(headers['x-slack-signature'] ?? '', `v0=${hmac('sha256', secret, [`v0:${time}:`, body]).toString('hex')}`);
}

function isStandard({ headers, body, secret, now }: Signed): boolean {
  const { id, time, signature } = standardHeaders(headers);
  if (id === undefined || !isRecent(time, now)) return false;
  const given = signature.split(' ', MAX_SIGNATURES);
  return standardSignatures({ id, time, body }, secret).some((expected) => given.some((one) => isSameText(one, expected)));
}

/**
 * Svix sends its own names with the same values.
 * @see https://docs.svix.com/receiving/verifying-payloads/how-manual
 */
export function standardHeaders(headers: HookRequest['headers']) {
  const prefix = headers['webhook-id'] === undefined && headers['svix-id'] !== undefined ? 'svix' : 'webhook';
  return {
    id: headers[`${prefix}-id`],
    time: headers[`${prefix}-timestamp`],
    signature: headers[`${prefix}-signature`] ?? '',
  };
}

function isRecent(seconds: string | undefined, now: Date): seconds is string {
  if (seconds === undefined || !/^\d{1,12}$/.test(seconds)) return false;
  return Math.abs(now.getTime() / 1000 - Number(seconds)) <= TOLERANCE_S;
}

function hmac(algorithm: string, key: string, parts: readonly (string | Uint8Array)[]): Buffer {
  const hash = createHmac(algorithm, key);
  for (const part of parts) hash.update(part);
  return hash.digest();
}

function refused(): AppError {
  return new AppError('authentication-failed', 'The request has no valid signature or token.');
}
