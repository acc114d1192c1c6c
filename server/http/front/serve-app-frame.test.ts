import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { serveAppFrame } from './serve-app-frame.ts';

async function policyOf(query: string): Promise<Record<string, string>> {
  const server = createServer(serveAppFrame);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp-app-frame?${query}`);
  const policy = answer.headers.get('content-security-policy') ?? '';
  return Object.fromEntries(
    policy.split('; ').map((part) => [part.slice(0, part.indexOf(' ')), part.slice(part.indexOf(' ') + 1)]),
  );
}

test('a frame without sources has no origin and reaches nothing', async () => {
  expect(await policyOf('')).toMatchObject({
    sandbox: 'allow-scripts allow-forms',
    'default-src': "'none'",
    'connect-src': "'none'",
    'frame-src': "'none'",
    'form-action': "'none'",
    'base-uri': "'none'",
  });
});

test('sources that the address names are added, each to its own directives', async () => {
  const query = 'connect=https%3A%2F%2Fapi.example&connect=wss%3A%2F%2F*.live.example%3A8443&resource=https%3A%2F%2Fcdn.example';
  expect(await policyOf(query)).toMatchObject({
    'connect-src': 'https://api.example wss://*.live.example:8443',
    'script-src': "'unsafe-inline' https://cdn.example",
    'img-src': 'data: blob: https://cdn.example',
    'frame-src': "'none'",
  });
});

test.each([
  "'self'",
  '*',
  'https:',
  'http://a.example',
  'https://a.example; script-src *',
  'https://a.example/path',
  'data:',
  'https://*',
])('what is no encrypted origin is left out: %s', async (source) => {
  const policy = await policyOf(new URLSearchParams({ connect: source, resource: source, frame: source }).toString());
  expect(policy).toMatchObject({ 'connect-src': "'none'", 'script-src': "'unsafe-inline'", 'frame-src': "'none'" });
});
