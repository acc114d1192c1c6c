import { createHash, createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import trigger from '#triggers/webhook.trigger.ts';
import { verifyRequest } from './verify-request.ts';

const body = Buffer.from('{"hello":"world"}');
const now = new Date(1_700_000_000_000);
const seconds = '1700000000';

function check(
  config: object,
  headers: Record<string, string>,
  { secret = 's3cret-value', at = now, sent = body } = {},
): boolean {
  try {
    verifyRequest(trigger.config.parse(config), { method: 'POST', headers, query: {}, body: sent }, { secret, now: at });
    return true;
  } catch (error) {
    expect(error).toMatchObject({ code: 'authentication-failed' });
    return false;
  }
}
const hex = (text: string, secret = 's3cret-value') => createHmac('sha256', secret).update(text).digest('hex');

test('the example of the GitHub documentation', () => {
  const sent = Buffer.from('Hello, World!');
  const secret = "It's a Secret to Everybody";
  const signature = 'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17';
  expect(check({ auth: 'github' }, { 'x-hub-signature-256': signature }, { secret, sent })).toBe(true);
  expect(check({ auth: 'github' }, { 'x-hub-signature-256': signature }, { secret, sent: Buffer.from('Hello, world!') })).toBe(
    false,
  );
  expect(check({ auth: 'github' }, {}, { secret, sent })).toBe(false);
});

test('the example of the Slack documentation', () => {
  const secret = '8f742231b10e8888abcd99yyyzzz85a5';
  const sent = Buffer.from(
    'token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow&channel_id=G8PSS9T3V&channel_name=foobar&user_id=U2CERLKJA&user_name=roadrunner&command=%2Fwebhook-collect&text=&response_url=https%3A%2F%2Fhooks.slack.com%2Fcommands%2FT1DC2JH3J%2F397700885554%2F96rGlfmibIGlgcZRskXaIFfN&trigger_id=398738663015.47445629121.803a0bc887a14d10d2c447fce8b6703c',
  );
  const headers = {
    'x-slack-request-timestamp': '1531420618',
    'x-slack-signature': 'v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503',
  };
  expect(check({ auth: 'slack' }, headers, { secret, sent, at: new Date(1_531_420_618_000) })).toBe(true);
  // A request that someone recorded is refused later.
  expect(check({ auth: 'slack' }, headers, { secret, sent, at: new Date(1_531_421_618_000) })).toBe(false);
});

test('the example of the Standard Webhooks', () => {
  const secret = 'whsec_plJ3nmyCDGBKInavdOK15jsl';
  const sent = Buffer.from('{"event_type":"ping","data":{"success":true}}');
  const headers = {
    'webhook-id': 'msg_loFOjxBNrRLzqYUf',
    'webhook-timestamp': '1731705121',
    'webhook-signature': 'v1,bm9ldHU= v1,rAvfW3dJ/X/qxhsaXPOyyCGmRKsaKWcsNccKXlIktD0=',
  };
  expect(check({ auth: 'standard' }, headers, { secret, sent, at: new Date(1_731_705_121_000) })).toBe(true);
  expect(
    check({ auth: 'standard' }, { ...headers, 'webhook-id': 'other' }, { secret, sent, at: new Date(1_731_705_121_000) }),
  ).toBe(false);
});

test('Stripe: any of several signatures, within five minutes', () => {
  const valid = hex(`${seconds}.${body}`);
  expect(check({ auth: 'stripe' }, { 'stripe-signature': `t=${seconds},v1=${'0'.repeat(64)},v1=${valid}` })).toBe(true);
  expect(check({ auth: 'stripe' }, { 'stripe-signature': `t=1600000000,v1=${hex(`1600000000.${body}`)}` })).toBe(false);
  expect(check({ auth: 'stripe' }, { 'stripe-signature': `t=${seconds},v0=${valid}` })).toBe(false);
});

test('tokens, basic and one’s own HMAC', () => {
  expect(check({ auth: 'token' }, { authorization: 'Bearer s3cret-value' })).toBe(true);
  expect(check({ auth: 'token' }, { authorization: 'Bearer other' })).toBe(false);
  expect(check({ auth: 'token', header: 'X-Api-Key' }, { 'x-api-key': 's3cret-value' })).toBe(true);
  const basic = `Basic ${Buffer.from('ada:lovelace').toString('base64')}`;
  expect(check({ auth: 'basic' }, { authorization: basic }, { secret: 'ada:lovelace' })).toBe(true);
  const own = { auth: 'hmac', header: 'X-Sig', algorithm: 'sha512', encoding: 'base64', prefix: 'v=' };
  const signature = createHmac('sha512', 's3cret-value').update(body).digest('base64');
  expect(check(own, { 'x-sig': `v=${signature}` })).toBe(true);
  expect(check(own, { 'x-sig': signature })).toBe(false);
  const digits = { auth: 'hmac', header: 'X-Sig', prefix: 'sha256=' };
  expect(check(digits, { 'x-sig': `sha256=${hex(String(body)).toUpperCase()}` })).toBe(true);
  expect(check(digits, { 'x-sig': `sha256=${hex('other')}` })).toBe(false);
  expect(check({ auth: 'none' }, {})).toBe(true);
});

test('Twilio signs the address with its form, or with the hash of another body', () => {
  const url = 'https://example.com/hook?foo=1&bar=2';
  const form = 'To=%2B18005551212&Digits=1234&CallSid=CA1&Tag=b&Tag=a&Tag=a';
  const secret = '12345';
  const sign = (text: string) => createHmac('sha1', secret).update(text).digest('base64');
  const verify = (address: string, content: string, signature: string, type = 'application/x-www-form-urlencoded') => {
    const headers = { 'content-type': type, 'x-twilio-signature': signature };
    const request = { method: 'POST', headers, query: {}, url: address, body: Buffer.from(content) };
    try {
      verifyRequest(trigger.config.parse({ auth: 'twilio' }), request, { secret, now });
      return true;
    } catch {
      return false;
    }
  };
  // The example of its documentation.
  const caller = 'CallSid=CA1234567890ABCDE&Caller=%2B14158675309&Digits=1234&From=%2B14158675309&To=%2B18005551212';
  expect(verify('https://mycompany.com/myapp.php?foo=1&bar=2', caller, 'RSOYDt4T1cUTdK1PDd93/VVr8B8=')).toBe(true);
  const fields = 'CallSidCA1Digits1234TagaTagbTo+18005551212';
  expect(verify(url, form, sign(`${url}${fields}`))).toBe(true);
  expect(verify(url, form, sign(`https://example.com:443/hook?foo=1&bar=2${fields}`))).toBe(true);
  expect(verify(url, `${form}&More=1`, sign(`${url}${fields}`))).toBe(false);
  expect(verify('https://example.com/other', form, sign(`${url}${fields}`))).toBe(false);
  const json = '{"a":1}';
  expect(verify(url, json, sign(url), 'application/json')).toBe(false);
  expect(verify(url, '', sign(url), 'application/json')).toBe(true);
  const hashed = `${url}&bodySHA256=${createHash('sha256').update(json).digest('hex')}`;
  expect(verify(hashed, json, sign(hashed), 'application/json')).toBe(true);
  expect(verify(hashed, '{"a":2}', sign(hashed), 'application/json')).toBe(false);
});
