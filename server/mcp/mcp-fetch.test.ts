import { expect, test } from 'vitest';
import { startLoopbackServer } from '#tests/support/loopback-server.ts';
import { makeSafeFetch } from '../fetch/safe-fetch.ts';
import { makeMcpFetch } from './mcp-fetch.ts';

const TOKEN = 'PLANT-oauth-token-123456';

/** A server that repeats all that it is sent: in its body, a header and its status. */
async function start(status = 200, answer?: (body: string) => string, type = 'application/json') {
  const server = await startLoopbackServer(({ headers }, response) => {
    const hit = server.hits.at(-1);
    response
      .writeHead(status, { 'content-type': type, 'x-echo': String(headers.authorization ?? 'none') })
      .end(answer?.(hit?.body ?? '') ?? JSON.stringify({ headers, body: hit?.body }));
  });
  const { stream } = makeSafeFetch({ allowedPrivateHosts: [server.host] });
  const fetch = makeMcpFetch({
    stream,
    authorize: () => Promise.reject(new Error('There is no credential')),
    serverUrl: new URL(server.origin),
    headers: { 'x-api-key': 'PLANT-own-header-99' },
    credential: undefined,
    signal: new AbortController().signal,
  });
  return { fetch, server };
}

const everythingOf = async (response: Response) => JSON.stringify([[...response.headers], response.url, await response.text()]);

test('the token of a sign-in is masked in all that the server repeats, in each of its spellings', async () => {
  for (const status of [200, 401, 500]) {
    const { fetch, server } = await start(status, () => `${TOKEN} ${btoa(`Bearer ${TOKEN}`)} ${encodeURIComponent(TOKEN)}`);
    const said = await everythingOf(
      await fetch(server.origin, { method: 'POST', body: '{}', headers: { authorization: `Bearer ${TOKEN}` } }),
    );
    expect(server.hits[0]?.headers.authorization).toBe(`Bearer ${TOKEN}`);
    expect(said).toContain('[masked]');
    expect(said).not.toContain(TOKEN);
    expect(said).not.toContain(btoa(TOKEN).slice(2, -4));
  }
});

test('a header of the server whose name tells a secret, and a client secret as Basic, are masked too', async () => {
  const { fetch, server } = await start();
  const basic = btoa('client:PLANT-client-secret');
  const said = await everythingOf(await fetch(server.origin, { headers: { authorization: `Basic ${basic}` } }));
  expect(server.hits[0]?.headers['x-api-key']).toBe('PLANT-own-header-99');
  for (const secret of ['PLANT-own-header-99', basic, 'PLANT-client-secret']) expect(said).not.toContain(secret);
});

test('an authorization server that refuses repeats no token, code or client secret, and one that agrees gives the token back', async () => {
  const form = () =>
    new URLSearchParams({
      refresh_token: TOKEN,
      client_secret: 'PLANT-client-secret',
      code: 'PLANT-code',
      code_verifier: 'PLANT-pkce',
    });
  const init = () => ({ method: 'POST', body: form(), headers: { 'content-type': 'application/x-www-form-urlencoded' } });
  const refusing = await start(400);
  expect(await everythingOf(await refusing.fetch(refusing.server.origin, init()))).not.toContain('PLANT');
  const agreeing = await start(200, () => JSON.stringify({ access_token: 'next', refresh_token: TOKEN }));
  expect(await (await agreeing.fetch(agreeing.server.origin, init())).json()).toEqual({
    access_token: 'next',
    refresh_token: TOKEN,
  });
});

test('words that are sent to every server are not masked in its answers', async () => {
  const { fetch, server } = await start(200, () => JSON.stringify({ text: 'application/json and text/event-stream' }));
  const response = await fetch(server.origin, {
    method: 'POST',
    body: '{}',
    headers: {
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      'mcp-session-id': 'session-1234567',
    },
  });
  expect(await response.json()).toEqual({ text: 'application/json and text/event-stream' });
});

test('an address in the data of an event stays as it is, and numbers of its JSON are marked', async () => {
  const lines = [
    'event: endpoint',
    'data: /messages/?session_id=1729384756102938113',
    '',
    'data: {"id":1729384756102938113}',
    '',
  ];
  const { fetch, server } = await start(200, () => lines.join('\n'), 'text/event-stream');
  const text = await (await fetch(server.origin)).text();
  expect(text).toContain('data: /messages/?session_id=1729384756102938113\n');
  expect(text).toMatch(/data: \{"id":"\\u0000number:1729384756102938113"\}/);
});
