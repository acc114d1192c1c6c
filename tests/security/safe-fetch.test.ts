import { gzipSync } from 'node:zlib';
import { describe, expect, onTestFinished, test } from 'vitest';
import { isPublicAddress } from '#server/fetch/address-rules.ts';
import { makeGuardedLookup, type Resolve } from '#server/fetch/guarded-lookup.ts';
import { makeSafeFetch, type SafeFetch, type SafeFetchOptions } from '#server/fetch/safe-fetch.ts';
import { startLoopbackServer } from '../support/loopback-server.ts';

/** Host names of an attacker and their DNS responses. No real resolver is used. */
const names: Record<string, string[]> = {
  'private.test': ['10.0.0.5'],
  'mixed.test': ['93.184.216.34', '127.0.0.1'],
  'mapped.test': ['::ffff:127.0.0.1'],
  'metadata.test': ['169.254.169.254'],
  'nat64.test': ['64:ff9b::7f00:1'],
  'scoped.test': ['fe80::1%eth0'],
  'loop.test': ['127.0.0.1'],
  'nothing.test': [],
};

const resolve: Resolve = async (hostname) => {
  const addresses = names[hostname];
  if (!addresses) throw Object.assign(new Error(`getaddrinfo ENOTFOUND ${hostname}`), { code: 'ENOTFOUND' });
  return addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
};

function safeFetch(options: Partial<SafeFetchOptions> = {}): SafeFetch {
  const fetch = makeSafeFetch({ allowedPrivateHosts: [], resolve, ...options });
  onTestFinished(() => fetch.close());
  return fetch;
}

/** PORT: port of a server that must never be reached. */
const hostileUrls = [
  'http://127.0.0.1:PORT/',
  'http://localhost:PORT/',
  'http://LOCALHOST.:PORT/',
  'http://app.localhost:PORT/',
  'http://printer.local/',
  'http://metadata.google.internal/computeMetadata/v1/',
  'http://router.home.arpa/',
  'http://2130706433:PORT/',
  'http://0x7f000001:PORT/',
  'http://0x7f.1:PORT/',
  'http://0177.0.0.1:PORT/',
  'http://127.1:PORT/',
  'http://127.0.0.1.:PORT/',
  'http://%31%32%37.0.0.1:PORT/',
  'http://[::1]:PORT/',
  'http://[0:0:0:0:0:0:0:1]:PORT/',
  'http://[::ffff:127.0.0.1]:PORT/',
  'http://[::ffff:7f00:1]:PORT/',
  'http://[::]:PORT/',
  'http://[::127.0.0.1]:PORT/',
  'http://0.0.0.0:PORT/',
  'http://0:PORT/',
  'http://①②⑦.⓪.⓪.①:PORT/',
  'http://127。0。0。1:PORT/',
  'http://127.0.0.1:PORT/',
  'http://169.254.169.254/latest/meta-data',
  'http://[fd00:ec2::254]/latest/meta-data',
  'http://[fe80::1]:PORT/',
  'http://[64:ff9b::7f00:1]:PORT/',
  'http://[64:ff9b:1::7f00:1]:PORT/',
  'http://[2002:7f00:1::]:PORT/',
  'http://[2001:0:7f00:1::]:PORT/',
  'http://[fd00::1]:PORT/',
  'http://[fec0::1]:PORT/',
  'http://[ff02::1]:PORT/',
  'http://10.0.0.1/',
  'http://172.16.0.1/',
  'http://192.168.0.1/',
  'http://100.64.0.1:PORT/',
  'http://192.0.0.1:PORT/',
  'http://198.18.0.1/',
  'http://224.0.0.1/',
  'http://240.0.0.1/',
  'http://255.255.255.255/',
  'http://private.test:PORT/',
  'http://mixed.test:PORT/',
  'http://mapped.test:PORT/',
  'http://metadata.test:PORT/',
  'http://nat64.test:PORT/',
  'http://scoped.test:PORT/',
  'http://loop.test:PORT/',
  'http://user:password@loop.test/',
  'http://user@93.184.216.34/',
  'file:///etc/passwd',
  'ftp://93.184.216.34/',
  'gopher://93.184.216.34/',
  'data:text/plain,hello',
  'javascript:alert(1)',
  'not a url',
  '',
];

describe('addresses that are never reached', () => {
  test.each(hostileUrls)('%s', async (template) => {
    const server = await startLoopbackServer((_, response) => response.end('internal'));
    const url = template.replace('PORT', String(server.port));
    await expect(safeFetch()(url)).rejects.toMatchObject({ name: 'GuardedFetchError', code: 'url-refused' });
    expect(server.hits).toEqual([]);
  });

  test('an allowed host does not help a URL that carries credentials or another scheme', async () => {
    const server = await startLoopbackServer((_, response) => response.end());
    const fetch = safeFetch({ allowedPrivateHosts: [server.host] });
    await expect(fetch(`http://user:pass@${server.host}/`)).rejects.toMatchObject({ code: 'url-refused' });
    await expect(fetch(`ftp://${server.host}/`)).rejects.toMatchObject({ code: 'url-refused' });
    expect(server.hits).toEqual([]);
  });

  test('the message names the address and not the password or the query', async () => {
    const error = await safeFetch()('http://ada:hunter2@10.0.0.5/x?key=s3cret').catch((thrown) => thrown);
    expect(error.message).toContain('http://10.0.0.5/x is not allowed');
    expect(error.message).not.toMatch(/hunter2|s3cret/);
  });

  test('public addresses are distinguished from all others', () => {
    const open = ['93.184.216.34', '1.1.1.1', '2606:2800:220:1::1', '2a00:1450:4001::1', '::ffff:93.184.216.34'];
    const closed = [
      '192.88.99.1',
      '203.0.113.7',
      '2001:db8::1',
      '3fff::1',
      '4000::1',
      '100::1',
      'fc00::1',
      '1.2.3',
      'example.com',
      '',
    ];
    expect(open.filter((address) => !isPublicAddress(address))).toEqual([]);
    expect(closed.filter(isPublicAddress)).toEqual([]);
  });
});

describe('names that change their answer', () => {
  test('a socket is handed the very addresses that were judged, from one question', async () => {
    const answers = ['93.184.216.34', '127.0.0.1'];
    let questions = 0;
    const rebinding: Resolve = async () => [{ address: answers[questions++] ?? '127.0.0.1', family: 4 }];
    const lookup = makeGuardedLookup(rebinding, isPublicAddress);
    const ask = () => new Promise((done) => lookup('rebind.test', { all: true }, (error, addresses) => done(error ?? addresses)));

    expect(await ask()).toEqual([{ address: '93.184.216.34', family: 4 }]);
    expect(questions).toBe(1);
    expect(await ask()).toMatchObject({ name: 'PrivateAddressError', message: expect.stringContaining('127.0.0.1') });
  });

  test('a socket that asks for one address gets the first', async () => {
    const lookup = makeGuardedLookup(
      async () => [
        { address: '2606:4700::1', family: 6 },
        { address: '1.1.1.1', family: 4 },
      ],
      isPublicAddress,
    );
    expect(await new Promise((done) => lookup('public.test', {}, (...answer) => done(answer)))).toEqual([
      null,
      '2606:4700::1',
      6,
    ]);
  });

  test('a name that answers a private address is refused, though that very host and port is allowed by address', async () => {
    const server = await startLoopbackServer((_, response) => response.writeHead(200, { connection: 'close' }).end('first'));
    const fetch = safeFetch({
      allowedPrivateHosts: [`127.0.0.1:${server.port}`],
      resolve: async () => [{ address: '127.0.0.1', family: 4 }],
    });
    await expect(fetch(`http://127.0.0.1:${server.port}/`)).resolves.toMatchObject({ status: 200 });
    await expect(fetch(`http://rebind.test:${server.port}/`)).rejects.toMatchObject({ code: 'url-refused' });
    expect(server.hits).toHaveLength(1);
  });

  test('an unknown name, and one without addresses, could not be reached', async () => {
    await expect(safeFetch()('http://unknown.test/')).rejects.toMatchObject({ code: 'connection-failed' });
    await expect(safeFetch()('http://nothing.test/')).rejects.toMatchObject({ code: 'connection-failed' });
  });
});

describe('allowed private hosts', () => {
  test('an exact host and port is reached, another port of the same host is not', async () => {
    const allowed = await startLoopbackServer((_, response) => response.end('hello'));
    const other = await startLoopbackServer((_, response) => response.end('secret'));
    const fetch = safeFetch({ allowedPrivateHosts: [allowed.host] });

    const response = await fetch(`http://${allowed.host}/greeting?to=ada`);
    expect({ ...response, body: Buffer.from(response.body).toString() }).toMatchObject({
      status: 200,
      body: 'hello',
      url: `http://${allowed.host}/greeting?to=ada`,
    });
    await expect(fetch(`http://${other.host}/`)).rejects.toMatchObject({ code: 'url-refused' });
    expect(other.hits).toEqual([]);
  });

  test('a name on the list is reached though its address is private, and only by that name', async () => {
    const server = await startLoopbackServer((_, response) => response.end('hello'));
    const fetch = safeFetch({ allowedPrivateHosts: [`Loop.test.:${server.port}`] });
    await expect(fetch(`http://loop.test:${server.port}/`)).resolves.toMatchObject({ status: 200 });
    await expect(fetch(`http://127.0.0.1:${server.port}/`)).rejects.toMatchObject({ code: 'url-refused' });
  });

  test.each(['10.0.0.5', 'host', '*.corp.test:80', 'http://10.0.0.5:80', '10.0.0.5:99999', '10.0.0.0/8:80', 'a@b:80', ''])(
    'the list refuses the entry %j',
    (entry) => {
      expect(() => makeSafeFetch({ allowedPrivateHosts: [entry] })).toThrow(/host and port/);
    },
  );
});

describe('redirects', () => {
  /** `/to?<url>` redirects there with the status of `&status=`; anything else answers 'arrived'. */
  const startRedirector = () =>
    startLoopbackServer((request, response) => {
      const { pathname, searchParams } = new URL(request.url ?? '', 'http://x');
      if (pathname !== '/to') return response.end('arrived');
      return response
        .writeHead(Number(searchParams.get('status') ?? 302), { location: searchParams.get('url') ?? '' })
        .end('moved');
    });
  const redirect = (origin: string, to: string, status = 302) => `${origin}/to?status=${status}&url=${encodeURIComponent(to)}`;

  test.each([
    'http://169.254.169.254/latest/meta-data',
    'http://[::1]:PORT/',
    'http://10.0.0.1/',
    'http://loop.test:PORT/',
    'http://localhost:PORT/',
    '//127.0.0.1:1/',
    'http://user:pass@127.0.0.1:PORT/',
    'file:///etc/passwd',
    'data:text/plain,hello',
    'http://',
  ])('to %s is refused', async (target) => {
    const hidden = await startLoopbackServer((_, response) => response.end('internal'));
    const server = await startRedirector();
    const fetch = safeFetch({ allowedPrivateHosts: [server.host] });
    await expect(fetch(redirect(server.origin, target.replace('PORT', String(hidden.port))))).rejects.toMatchObject({
      code: 'url-refused',
    });
    expect(hidden.hits).toEqual([]);
  });

  test('to the same site is followed and keeps every header', async () => {
    const server = await startRedirector();
    const fetch = safeFetch({ allowedPrivateHosts: [server.host] });
    const response = await fetch(redirect(server.origin, '/next'), { headers: { Authorization: 'Bearer key', cookie: 'a=1' } });
    expect(response).toMatchObject({ status: 200, url: `${server.origin}/next` });
    expect(server.hits[1]?.headers).toMatchObject({ authorization: 'Bearer key', cookie: 'a=1' });
  });

  test('to another allowed site drops what may be a key', async () => {
    const first = await startRedirector();
    const second = await startRedirector();
    const fetch = safeFetch({ allowedPrivateHosts: [first.host, second.host] });
    await fetch(redirect(first.origin, `${second.origin}/`), {
      headers: { authorization: 'Bearer key', cookie: 'a=1', 'x-api-key': 'k', accept: 'text/html' },
    });
    expect(second.hits[0]?.headers).toMatchObject({ accept: 'text/html' });
    expect(Object.keys(second.hits[0]?.headers ?? {})).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/authorization|cookie|x-api-key/)]),
    );
  });

  test.each([
    { status: 301, method: 'POST', followed: { method: 'GET', body: '' } },
    { status: 302, method: 'POST', followed: { method: 'GET', body: '' } },
    { status: 303, method: 'PUT', followed: { method: 'GET', body: '' } },
    { status: 302, method: 'PUT', followed: { method: 'PUT', body: '{}' } },
    { status: 307, method: 'POST', followed: { method: 'POST', body: '{}' } },
    { status: 308, method: 'PATCH', followed: { method: 'PATCH', body: '{}' } },
  ])('$status turns $method into $followed.method', async ({ status, method, followed }) => {
    const server = await startRedirector();
    const fetch = safeFetch({ allowedPrivateHosts: [server.host] });
    await fetch(redirect(server.origin, '/next', status), {
      method,
      body: '{}',
      headers: { 'content-type': 'application/json' },
    });
    expect(server.hits[1]).toMatchObject(followed);
    expect(server.hits[1]?.headers['content-type']).toBe(followed.body === '' ? undefined : 'application/json');
  });

  test.each([
    { status: 307, method: 'POST' },
    { status: 302, method: 'PUT' },
  ])('$status does not take a $method to another site: the caller gets it back', async ({ status, method }) => {
    const first = await startRedirector();
    const second = await startRedirector();
    const fetch = safeFetch({ allowedPrivateHosts: [first.host, second.host] });
    const answer = await fetch(redirect(first.origin, `${second.origin}/`, status), { method, body: '{}' });
    expect(answer).toMatchObject({ status, headers: { location: `${second.origin}/` } });
    expect(second.hits).toEqual([]);
  });

  test('five are followed, the sixth is not', async () => {
    const server = await startLoopbackServer((request, response) => {
      const left = Number(request.url?.slice(1));
      if (left === 0) response.end('arrived');
      else response.writeHead(302, { location: `/${left - 1}` }).end();
    });
    const fetch = safeFetch({ allowedPrivateHosts: [server.host] });
    await expect(fetch(`${server.origin}/5`)).resolves.toMatchObject({ status: 200 });
    await expect(fetch(`${server.origin}/6`)).rejects.toMatchObject({ code: 'too-many-redirects' });
  });

  test('a redirect status without an address is an answer', async () => {
    const server = await startLoopbackServer((_, response) => response.writeHead(304).end());
    await expect(safeFetch({ allowedPrivateHosts: [server.host] })(server.origin)).resolves.toMatchObject({ status: 304 });
  });
});

describe('size and time', () => {
  test('an answer is cut off at the limit, though its length was not announced', async () => {
    const server = await startLoopbackServer((_, response) => {
      response.on('error', () => {});
      const write = () => {
        while (!response.destroyed && response.write(Buffer.alloc(65_536)));
      };
      response.on('drain', write);
      write();
    });
    const fetch = safeFetch({ allowedPrivateHosts: [server.host] });
    await expect(fetch(server.origin, { maxBytes: 1_000_000 })).rejects.toMatchObject({ code: 'response-too-large' });
  });

  test('a small answer that unpacks to a large one is cut off', async () => {
    const bomb = gzipSync(Buffer.alloc(50_000_000));
    const server = await startLoopbackServer((_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb));
    expect(bomb.byteLength).toBeLessThan(100_000);
    const fetch = safeFetch({ allowedPrivateHosts: [server.host] });
    await expect(fetch(server.origin, { maxBytes: 1_000_000 })).rejects.toMatchObject({ code: 'response-too-large' });
  });

  test('answers that are refused keep no connection, and an endless body of a redirect is not awaited', async () => {
    let open = 0;
    const server = await startLoopbackServer((request, response) => {
      open++;
      response.on('close', () => open--);
      response.on('error', () => {});
      if (request.url === '/end') return response.end('arrived');
      const location = request.url === '/bad' ? 'http://[' : request.url === '/moved' ? '/end' : undefined;
      const packed = request.url === '/packed' ? { 'content-encoding': Array.from({ length: 6 }, () => 'gzip').join(', ') } : {};
      response.writeHead(location === undefined ? 200 : 302, { ...(location && { location }), ...packed });
      const write = () => {
        while (!response.destroyed && response.write(Buffer.alloc(65_536)));
      };
      response.on('drain', write);
      write();
    });
    const fetch = safeFetch({ allowedPrivateHosts: [server.host] });
    await expect(fetch(`${server.origin}/bad`)).rejects.toMatchObject({ code: 'url-refused' });
    await expect(fetch(`${server.origin}/packed`)).rejects.toThrow(/encod/);
    await expect(fetch(`${server.origin}/moved`)).resolves.toMatchObject({ status: 200 });
    await expect.poll(() => open).toBe(0);
  });

  test('an answer of exactly the limit is whole', async () => {
    const server = await startLoopbackServer((_, response) => response.end(Buffer.alloc(1000, 'x')));
    const response = await safeFetch({ allowedPrivateHosts: [server.host] })(server.origin, { maxBytes: 1000 });
    expect(response.body.byteLength).toBe(1000);
  });

  test('a body that trickles is aborted at the time limit', async () => {
    const server = await startLoopbackServer((_, response) => {
      const timer = setInterval(() => response.write('.'), 10);
      response.on('close', () => clearInterval(timer));
    });
    const fetch = safeFetch({ allowedPrivateHosts: [server.host], totalTimeoutMs: 200 });
    await expect(fetch(server.origin)).rejects.toMatchObject({
      code: 'connection-failed',
      message: expect.stringContaining('within 200 ms'),
    });
  });

  test('an abort throws its reason and closes the socket', async () => {
    const controller = new AbortController();
    const reason = new Error('stopped by the user');
    const closed = Promise.withResolvers<void>();
    const server = await startLoopbackServer((_, response) => {
      response.on('close', () => closed.resolve());
      response.write('the beginning', () => controller.abort(reason));
    });
    await expect(safeFetch({ allowedPrivateHosts: [server.host] })(server.origin, { signal: controller.signal })).rejects.toBe(
      reason,
    );
    await closed.promise;
  });

  test('a signal that is aborted already sends nothing', async () => {
    const server = await startLoopbackServer((_, response) => response.end());
    const fetch = safeFetch({ allowedPrivateHosts: [server.host] });
    await expect(fetch(server.origin, { signal: AbortSignal.abort(new Error('too late')) })).rejects.toThrow('too late');
    expect(server.hits).toEqual([]);
  });

  test('a server that hangs up could not be reached', async () => {
    const server = await startLoopbackServer((request) => request.socket.destroy());
    await expect(safeFetch({ allowedPrivateHosts: [server.host] })(server.origin)).rejects.toMatchObject({
      code: 'connection-failed',
    });
  });
});

describe('what is sent', () => {
  test.each([
    { headers: { 'x-note': 'a\r\nx-injected: 1' } },
    { headers: { 'x-note': 'a\nb' } },
    { headers: { 'x-note': 'a\0b' } },
    { headers: { 'x-note': 'naïve 猫' } },
    { headers: { 'x note': 'a' } },
    { headers: { 'x\r\n': 'a' } },
    { headers: { '': 'a' } },
    { headers: { Host: 'internal' } },
    { headers: { 'Transfer-Encoding': 'chunked' } },
    { headers: { 'content-length': '5' } },
    { headers: { 'Proxy-Authorization': 'x' } },
    { method: 'CONNECT' },
    { method: 'TRACE' },
    { method: 'GET / HTTP/1.1\r\nx: y' },
  ])('%j is refused', async (init) => {
    const server = await startLoopbackServer((_, response) => response.end());
    await expect(safeFetch({ allowedPrivateHosts: [server.host] })(server.origin, init)).rejects.toMatchObject({
      code: 'request-invalid',
    });
    expect(server.hits).toEqual([]);
  });

  test('method, headers and body arrive as given', async () => {
    const server = await startLoopbackServer((_, response) =>
      response.writeHead(201, { 'x-answer': 'yes', 'set-cookie': ['a=1', 'b=2'] }).end('done'),
    );
    const fetch = safeFetch({ allowedPrivateHosts: [server.host] });
    const response = await fetch(`${server.origin}/items`, { method: 'POST', headers: { 'X-Note': ' café ' }, body: 'tea' });
    expect(server.hits).toMatchObject([{ method: 'POST', url: '/items', body: 'tea', headers: { 'x-note': 'café' } }]);
    expect(response).toMatchObject({ status: 201, headers: { 'x-answer': 'yes', 'set-cookie': 'a=1, b=2' } });
  });

  test('an answer keeps its own headers, and none of the connection', async () => {
    const server = await startLoopbackServer((_, response) =>
      response.writeHead(200, { date: 'now', 'x-answer': 'yes', connection: 'keep-alive, x-answer' }).end('done'),
    );
    const { headers } = await safeFetch({ allowedPrivateHosts: [server.host] })(server.origin, {});
    expect(headers).toEqual({ date: 'now', 'x-answer': 'yes' });
  });
});
