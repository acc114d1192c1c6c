import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Workflow } from '#lib/workflow/workflow.ts';
import { startApi } from '#tests/support/api-server.ts';
import { withDatabase } from '#tests/support/databases.ts';
import { callApi, publish } from '#tests/support/published-endpoint.ts';
import { workflowOf } from '#tests/support/test-engine.ts';

const ask = (config: object) =>
  ({
    ...workflowOf({ start: ['start', { inputs: [{ name: 'got', type: 'json' }] }], end: ['end', { outputs: { got: 1 } }] }, [
      'start -> end',
    ]),
    triggers: [{ id: 'hook', type: 'webhook', version: 1, label: '', config, inputs: { got: '{{= trigger.body }}' } }],
  }) as unknown as Workflow;

withDatabase('senders of webhooks', (database) => {
  async function open(config: object, secret?: string) {
    const api = await startApi(database());
    const { slug } = await publish(api.url, ask(config));
    const trigger = `${api.url}/api/v1/deployments/${slug}/triggers/hook`;
    if (secret !== undefined) await callApi(`${trigger}/secret`, { body: { secret } });
    return (headers: Record<string, string>, { method = 'POST', body = '{"text":"tea"}' } = {}) =>
      fetch(`${api.url}/api/v1/hooks/${slug}/hook`, {
        method,
        headers: { 'content-type': 'application/json', ...headers },
        ...(method === 'POST' && { body }),
      });
  }

  const key = Buffer.from('0123456789abcdef01234567');
  const encoded = key.toString('base64');
  const signed = (names: 'webhook' | 'svix', by: string | Buffer, id: string) => {
    const time = String(Math.floor(Date.now() / 1000));
    const signature = createHmac('sha256', by).update(`${id}.${time}.{"text":"tea"}`).digest('base64');
    return { [`${names}-id`]: id, [`${names}-timestamp`]: time, [`${names}-signature`]: `v1a,AAAA v1,${signature}` };
  };

  test.each([
    ['with the prefix', `whsec_${encoded}`, key],
    ['without the prefix', encoded, key],
    ['as the key itself', encoded, encoded],
    ['as the key itself, with the prefix', `whsec_${encoded}`, `whsec_${encoded}`],
    ['of words', 'a known secret', 'a known secret'],
  ])('Standard Webhooks and Svix are taken with a secret %s', async (_, secret, by) => {
    const send = await open({ auth: 'standard' }, secret);
    for (const names of ['webhook', 'svix'] as const) {
      const first = await send(signed(names, by, `msg_${names}`));
      expect(first.status).toBe(202);
      const again = await send(signed(names, by, `msg_${names}`));
      expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([202, 'true']);
      expect((await send(signed(names, `${by}x`, 'msg_wrong'))).status).toBe(401);
      expect((await send(signed(names, '', 'msg_empty'))).status).toBe(401);
    }
  });

  test('a short secret is no base64, whose few bytes could be guessed', async () => {
    const send = await open({ auth: 'standard' }, 'abcdefgh');
    expect((await send(signed('webhook', 'abcdefgh', 'msg_1'))).status).toBe(202);
    expect((await send(signed('webhook', Buffer.from('abcdefgh', 'base64'), 'msg_2'))).status).toBe(401);
  });

  test.each([
    [{ auth: 'basic' }, 'Basic realm="Threadloom", charset="UTF-8"'],
    [{ auth: 'token' }, 'Bearer realm="Threadloom"'],
    [{ auth: 'token', header: 'X-Token' }, 'Signature realm="Threadloom"'],
    [{ auth: 'github' }, 'Signature realm="Threadloom"'],
  ])('a request that %j refuses learns what is asked for, and a wrong method which ones there are', async (config, challenge) => {
    const send = await open(config, 'ada:a secret');
    const refused = await send({});
    expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([401, challenge]);
    const wrong = await send({}, { method: 'PUT' });
    expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'POST']);
  });

  test('the scheme of a password is read in any case', async () => {
    const send = await open({ auth: 'basic' }, 'ada:a secret');
    const password = Buffer.from('ada:a secret').toString('base64');
    for (const scheme of ['Basic', 'basic', 'BASIC'])
      expect((await send({ authorization: `${scheme} ${password}` })).status).toBe(202);
    expect((await send({ authorization: password })).status).toBe(401);
  });

  test('pages of listed origins may call a webhook and read its answer, and those of others may not', async () => {
    const send = await open({ auth: 'none', response: 'result', origins: ['https://shop.example.com', 'https://*.example.org'] });
    const preflight = (origin: string) =>
      send(
        { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'content-type,idempotency-key' },
        { method: 'OPTIONS' },
      );
    const allowed = await preflight('https://shop.example.com');
    expect(allowed.status).toBe(204);
    expect(Object.fromEntries(allowed.headers)).toMatchObject({
      'access-control-allow-origin': 'https://shop.example.com',
      'access-control-allow-methods': expect.stringContaining('POST'),
      'access-control-allow-headers': 'content-type,idempotency-key',
      'access-control-max-age': '600',
      vary: expect.stringContaining('Origin'),
    });
    expect(allowed.headers.has('access-control-allow-credentials')).toBe(false);
    for (const origin of ['https://shop.example.com', 'https://a.example.org']) {
      const answer = await send({ origin, 'sec-fetch-site': 'cross-site' });
      expect([answer.status, await answer.json()]).toEqual([200, { got: 1 }]);
      expect(answer.headers.get('access-control-allow-origin')).toBe(origin);
      expect(answer.headers.get('access-control-expose-headers')).toContain('x-run-id');
    }
    const broken = await send({ origin: 'https://shop.example.com' }, { body: '{' });
    expect([broken.status, broken.headers.get('access-control-allow-origin')]).toEqual([400, 'https://shop.example.com']);
    for (const origin of ['https://evil.test', 'null']) {
      const refused = await preflight(origin);
      expect([refused.status >= 400, refused.headers.has('access-control-allow-origin')]).toEqual([true, false]);
      expect((await send({ origin })).headers.has('access-control-allow-origin')).toBe(false);
    }
  });

  test('without a list no page may call a webhook', async () => {
    const send = await open({ auth: 'none', method: 'ANY' });
    const answer = await send({ origin: 'https://shop.example.com' });
    expect([answer.status, answer.headers.has('access-control-allow-origin')]).toEqual([403, false]);
    const head = await send({}, { method: 'HEAD' });
    expect([head.status, head.headers.get('allow')]).toEqual([405, 'GET, POST, PUT, PATCH, DELETE']);
  });
});
