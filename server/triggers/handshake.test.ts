import { expect, test } from 'vitest';
import trigger from '#triggers/webhook.trigger.ts';
import handler from './handlers/webhook.handler.ts';

const check = { secret: 'the secret of this trigger', now: new Date() };

/** What a webhook answers to a request that starts nothing; undefined where it starts a run or is refused. */
async function answerTo(
  config: Parameters<typeof trigger.config.parse>[0],
  { method = 'GET', query = {}, body = '' }: { method?: string; query?: Record<string, string | string[]>; body?: string },
): Promise<string | undefined> {
  const parsed = trigger.config.parse(config);
  const head = { method, query, headers: {} };
  try {
    handler.admit?.(parsed, head, check);
    const received = await handler.receive?.(parsed, { ...head, body: Buffer.from(body) }, check);
    return received && 'answer' in received ? received.answer : undefined;
  } catch {
    return undefined;
  }
}

const meta = (token: string) => ({ 'hub.mode': 'subscribe', 'hub.verify_token': token, 'hub.challenge': '1158201444' });

test('Meta and WebSub get their challenge back, whatever the trigger checks', async () => {
  const hmac = { auth: 'hmac', header: 'X-Hub-Signature-256', prefix: 'sha256=', verifyToken: 'ours' } as const;
  expect(await answerTo(hmac, { query: meta('ours') })).toBe('1158201444');
  expect(await answerTo(hmac, { query: meta('theirs') })).toBeUndefined();
  expect(await answerTo({ auth: 'github' }, { query: meta('any') })).toBe('1158201444');
  expect(await answerTo({ auth: 'none', method: 'ANY' }, { query: meta('any') })).toBe('1158201444');
  expect(await answerTo({ auth: 'none' }, { method: 'POST', query: meta('any'), body: '{}' })).toBeUndefined();
});

test('a challenge by GET is answered where GET starts no run', async () => {
  expect(await answerTo({ auth: 'hmac' }, { query: { challenge: 'abc' } })).toBe('abc');
  expect(await answerTo({ auth: 'none', method: 'GET' }, { query: { challenge: 'abc' } })).toBeUndefined();
  expect(await answerTo({ auth: 'hmac' }, { query: { challenge: ['abc', 'd'] } })).toBeUndefined();
});

test('the validation token of Microsoft Graph is answered where requests are not checked', async () => {
  const query = { validationToken: 'Validation: 1' };
  expect(await answerTo({ auth: 'none' }, { method: 'POST', query })).toBe('Validation: 1');
  expect(await answerTo({ auth: 'none' }, { method: 'POST', query, body: '{}' })).toBeUndefined();
  expect(await answerTo({ auth: 'token' }, { method: 'POST', query })).toBeUndefined();
});
