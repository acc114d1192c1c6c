import { createHmac, randomBytes } from 'node:crypto';
import { Agent, type BodyInit, FormData, fetch } from 'undici';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Workflow } from '#lib/workflow/workflow.ts';
import { type DatabaseLocation, makeDatabaseLocation } from '../support/databases.ts';
import { freePort } from '../support/free-port.ts';
import { documentedNginx, type Nginx, startNginx } from '../support/nginx.ts';
import { NotificationClient } from '../support/notification-client.ts';
import { bearer } from '../support/published-endpoint.ts';
import { ServerProcess } from '../support/server-process.ts';
import { workflowOf } from '../support/test-engine.ts';

const TOKEN = 'the-token-of-this-test';
const WAIT_MS = 3000;
const inputs = [
  { name: 'message', type: 'text' },
  { name: 'paper', type: 'file' },
];
const outputs = { said: '{{start.message | default: "nothing"}}', paper: '{{start.paper.name | default: "none"}}' };
const trigger = { id: 'form', type: 'form', version: 1, label: '', config: {}, inputs: {} };
const github = { ...trigger, id: 'hook', type: 'webhook', config: { auth: 'github' } };
const published = {
  ...workflowOf({ start: ['start', { inputs }], end: ['end', { outputs }] }, ['start -> end']),
  triggers: [trigger, github],
} as unknown as Workflow;
const waiting = workflowOf(
  {
    start: ['start', { inputs: [] }],
    hold: ['wait', { mode: 'for', forMs: WAIT_MS }],
    end: ['end', { outputs: { said: 'after the wait' } }],
  },
  ['start -> hold', 'hold -> end'],
);

/** The defaults of nginx where they differ: it replaces the host, buffers bodies and answers, and compresses. */
const rewriting = (host: string) => `
server {
  listen 443 ssl;
  ssl_certificate /etc/ssl/studio.pem;
  ssl_certificate_key /etc/ssl/studio.key;
  client_max_body_size 0;
  gzip on;
  gzip_types *;
  gzip_min_length 0;
  location / {
    proxy_pass http://127.0.0.1:3000/;
    proxy_set_header Host ${host};
  }
}`;

let place: DatabaseLocation;
let server: ServerProcess;
let documented: Nginx;
let other: Nginx;

beforeAll(async () => {
  place = await makeDatabaseLocation();
  const [port, otherPort] = [await freePort(), await freePort()];
  server = await ServerProcess.start({
    ...place,
    env: { THREADLOOM_ADMIN_TOKEN: TOKEN },
    config: `public_url: https://localhost:${port}\nallowed_hosts: ['localhost:${otherPort}', studio.internal]\ntrusted_proxies: [127.0.0.1]\n`,
  });
  documented = await startNginx(documentedNginx(), { port, target: server.url });
  other = await startNginx(rewriting('studio.internal'), { port: otherPort, target: server.url });
});
afterAll(async () => {
  await Promise.all([documented?.stop(), other?.stop()]);
  await server?.end();
  await place?.remove();
});

type Sent = { method?: string; headers?: Readonly<Record<string, string>>; body?: BodyInit };

/** Requests through a proxy, as a browser and as programs send them. */
function through({ url, ca }: Nginx) {
  const dispatcher = new Agent({ connect: { ca } });
  const send = (path: string, options: Sent = {}) => fetch(`${url}/api/v1${path}`, { ...options, dispatcher });
  const call = async (
    path: string,
    body?: unknown,
    headers: Readonly<Record<string, string>> = bearer(TOKEN),
    method?: string,
  ) => {
    const json = body === undefined ? {} : { body: JSON.stringify(body) };
    const sent = { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) };
    const answer = await send(path, { method: method ?? (body === undefined ? 'GET' : 'POST'), headers: sent, ...json });
    return { status: answer.status, headers: answer.headers, json: JSON.parse((await answer.text()) || '{}') };
  };
  return { url, ca, send, call };
}

const proxies = [
  ['as documented', () => documented],
  ['that rewrites', () => other],
] as const;

test.each(proxies)('behind an nginx %s people sign in, change workflows and see what happens', async (name, nginx) => {
  const { url, ca, call } = through(nginx());
  const page = { origin: url, 'sec-fetch-site': 'same-origin' };
  const signedIn = await call('/sign-in', undefined, { ...bearer(TOKEN), ...page }, 'POST');
  expect(signedIn.status).toBe(200);
  const [setCookie = ''] = signedIn.headers.getSetCookie();
  expect(setCookie).toMatch(/^__Host-threadloom_sign_in=.*; Path=\/; HttpOnly; SameSite=Lax; Max-Age=\d+; Secure$/);
  const browser = { ...page, cookie: setCookie.split(';')[0] ?? '' };
  expect((await call('/workflows', published, browser)).status).toBe(201);
  expect((await call('/workflows', undefined, browser)).status).toBe(200);
  expect((await call('/workflows', published, { ...browser, origin: 'https://evil.example' })).json.error.code).toBe(
    'origin-refused',
  );
  if (name !== 'as documented') return;
  const socket = await NotificationClient.open(url, { headers: browser, ca });
  socket.send({ type: 'ping' });
  await expect.poll(() => socket.messages).toMatchObject([{ type: 'pong' }]);
  socket.socket.close();
});

test.each(proxies)('behind an nginx %s events arrive when they happen', async (_, nginx) => {
  const { send } = through(nginx());
  const headers = { ...bearer(TOKEN), 'content-type': 'application/json' };
  const sinceMs = performance.now();
  const answer = await send('/runs', { method: 'POST', headers, body: JSON.stringify({ document: waiting, mode: 'stream' }) });
  let text = '';
  let firstMs: number | undefined;
  for await (const chunk of answer.body ?? []) {
    firstMs ??= performance.now() - sinceMs;
    text += Buffer.from(chunk as Uint8Array).toString();
  }
  expect(text).toContain('after the wait');
  expect(firstMs).toBeLessThan(WAIT_MS);
});

test.each(proxies)('behind an nginx %s files, forms, signed requests and visitors arrive unchanged', async (_, nginx) => {
  const { url, send, call } = through(nginx());
  const bytes = randomBytes(12_000_000);
  const plain = { ...bearer(TOKEN), 'content-type': 'application/octet-stream' };
  const stored = await send(`/files?path=${crypto.randomUUID()}.bin`, { method: 'POST', headers: plain, body: bytes });
  expect(stored.status).toBe(201);
  const { items } = (await stored.json()) as { items: [{ fileId: string }] };
  const content = await send(`/files/${items[0].fileId}/content`, { headers: bearer(TOKEN) });
  expect(Buffer.from(await content.arrayBuffer()).equals(bytes)).toBe(true);
  const upload = await call('/uploads', { path: `${crypto.randomUUID()}.bin`, sizeBytes: bytes.byteLength });
  const sent = await send(`/uploads/${upload.json.uploadId}?offset=0`, { method: 'PUT', headers: plain, body: bytes });
  expect(await sent.json()).toMatchObject({ offsetBytes: bytes.byteLength });

  const slug = `s-${crypto.randomUUID().slice(0, 8)}`;
  const { id } = (await call('/workflows', published)).json;
  expect((await call(`/workflows/${id}/deployments`, { slug })).status).toBe(201);
  await call(`/deployments/${slug}/chat-page`, { access: 'public' }, bearer(TOKEN), 'PUT');
  const { secret } = (await call(`/deployments/${slug}/triggers/hook/secret`, {})).json;
  const text = '{"text":"x  \u00e9",\r\n "b": 1}';
  const signature = createHmac('sha256', secret).update(text).digest('hex');
  const hook = (path: string) =>
    send(path, { method: 'POST', body: text, headers: { 'x-hub-signature-256': `sha256=${signature}` } });
  expect((await hook(`/hooks/${slug}/hook?a=%2F%2e&b=+&c=%E4`)).status).toBe(202);
  expect((await call(`/hooks/${slug}/form`, { values: { message: 'hi' } }, { origin: url })).status).toBe(200);

  const visitor = bearer((await call(`/chat/${slug}/visitors`, undefined, { origin: url }, 'POST')).json.token);
  const form = new FormData();
  form.append('message', 'hello 中');
  form.append('paper', new Blob([bytes.subarray(0, 7_000_000)]), 'päper 中.bin');
  const answer = await send(`/run/${slug}`, { method: 'POST', headers: visitor, body: form });
  // A visitor reads the answer, not the names of outputs.
  expect(await answer.json()).toMatchObject({ outputs: { answer: 'hello 中\n\npäper 中.bin' } });
});

test('sign-in from a page at an unknown address is refused, and the error names the setting', async () => {
  const { call } = through(documented);
  const refused = await call('/sign-in', undefined, { ...bearer(TOKEN), origin: 'https://unknown.example' }, 'POST');
  expect(refused).toMatchObject({
    status: 403,
    json: { error: { code: 'origin-refused', message: expect.stringMatching(/https:\/\/unknown\.example .*PUBLIC_URL/) } },
  });
  expect(refused.headers.getSetCookie()).toEqual([]);
});
