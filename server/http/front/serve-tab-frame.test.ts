import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { serveTabFrame } from './serve-tab-frame.ts';

async function frameOf(address: string) {
  const server = createServer(serveTabFrame);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const answer = await fetch(`http://127.0.0.1:${port}/tab-frame?url=${encodeURIComponent(address)}`);
  return { status: answer.status, policy: answer.headers.get('content-security-policy'), text: await answer.text() };
}

test('a page is in a frame without an origin, which sends no referrer', async () => {
  const { policy, text } = await frameOf('https://docs.example/a?b=1&c="><script>alert(1)</script>');
  expect(policy).toBe(
    "sandbox allow-scripts; default-src 'none'; style-src 'unsafe-inline'; frame-src https:; frame-ancestors 'self'",
  );
  expect(text).toContain(
    '<iframe credentialless sandbox="allow-scripts" referrerpolicy="no-referrer" src="https://docs.example/a?b=1&amp;c=%22',
  );
  expect(text).not.toContain('<script>');
  expect((await frameOf('http://docs.example/')).policy).toContain('frame-src https: http:;');
});

test.each(['javascript:alert(1)', 'data:text/html,x', 'file:///etc/passwd', 'https://ada:secret@docs.example/', '/runs', ''])(
  '%s is no page',
  async (address) => {
    expect(await frameOf(address)).toMatchObject({ status: 400, text: 'No address of a page.' });
  },
);
