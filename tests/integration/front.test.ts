import { createServer, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { Front, type Handle } from '#server/http/front.ts';
import { setPageHeaders } from '#server/http/page-headers.ts';
import { rawRequest } from '../support/raw-request.ts';

const say =
  (who: string): Handle =>
  (request, response) => {
    request.resume();
    request.on('end', () => response.end(`${who} ${request.method} ${request.url} for ${request.headers.host}`));
  };

async function open() {
  const front = new Front('127.0.0.1', { isProtected: false });
  await front.listen(0);
  onTestFinished(() => {
    front.server.close();
    front.server.closeAllConnections();
  });
  front.open({ api: say('api'), pages: say('page'), guard: { port: () => front.port, allowedHosts: [] } });
  return front;
}

/** All that comes back for bytes that no client library would send. */
function send(port: number, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let heard = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    socket.on('data', (data) => {
      heard += data;
    });
    socket.on('end', () => resolve(heard)).on('error', reject);
  });
}

const get = (port: number, target: string, headers = `Host: 127.0.0.1:${port}`) =>
  send(port, `GET ${target} HTTP/1.1\r\n${headers}\r\nConnection: close\r\n\r\n`);

test.each(['h2c', 'websocket', 'TLS/1.0', 'h2c, else'])(
  'an offer to upgrade to %s is ignored, and the request answered',
  async (protocol) => {
    const { port } = await open();
    const offer = `Connection: close, Upgrade, HTTP2-Settings\r\nUpgrade: ${protocol}\r\nHTTP2-Settings: AAMAAABkAAQAAP__`;
    const read = `GET /api/v1/health HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n${offer}\r\n\r\n`;
    const sent = `POST /api/v1/runs HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n${offer}\r\nContent-Length: 2\r\n\r\n{}`;
    expect(await send(port, read)).toContain('api GET /api/v1/health');
    expect(await send(port, sent)).toContain('api POST /api/v1/runs');
  },
);

test('a target in absolute form is answered as its path, for the host that it names', async () => {
  const { port } = await open();
  expect(await get(port, `http://127.0.0.1:${port}/api/v1/health?x=1`)).toContain('api GET /api/v1/health?x=1');
  expect(await get(port, `http://127.0.0.1:${port}/runs`)).toContain('page GET /runs');
  expect(await get(port, 'http://evil.example/runs')).toContain('403 Forbidden');
  expect(await get(port, 'http://evil.example/api/v1/health')).toContain('for evil.example');
});

test.each(['*', 'evil.example:443', 'ftp://127.0.0.1/x', 'http://'])('the target %s names no path', async (target) => {
  const { port } = await open();
  expect(await get(port, target)).toContain('400 Bad Request');
});

test('probes and metrics are answered with a query, too', async () => {
  const { port } = await open();
  expect(await get(port, '/health?x')).toContain('api GET /api/v1/health?x');
  expect(await get(port, '/ready?x=1')).toContain('api GET /api/v1/ready?x=1');
  expect(await get(port, '/metrics?x=1')).toContain('api GET /metrics?x=1');
});

test('a page refused for its host is text that no browser takes for anything else', async () => {
  const front = await open();
  const { status, headers } = await rawRequest(`${front.url}/`, { headers: { host: 'evil.example' } });
  expect(status).toBe(403);
  expect(headers['x-content-type-options']).toBe('nosniff');
});

test('each page has a nonce of its own, which Next is told, and allows no other inline script', async () => {
  const told: string[] = [];
  const server = createServer((request: IncomingMessage, response) => {
    setPageHeaders(request, response, { isDevelopment: false });
    told.push(String(request.headers['content-security-policy']));
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as { port: number };
  const policies: string[] = [];
  for (let count = 0; count < 2; count++)
    policies.push(String((await rawRequest(`http://127.0.0.1:${port}/`)).headers['content-security-policy']));
  expect(told).toEqual(policies);
  expect(policies[0]).not.toBe(policies[1]);
  for (const policy of policies) expect(policy).toMatch(/script-src 'self' 'nonce-[A-Za-z0-9+/]{22}=='; /);
});
