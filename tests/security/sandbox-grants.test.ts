import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { runCode } from '#engine/code/run-code.ts';
import { makeToolKit } from '#engine/tool-handlers/make-tool-kit.ts';
import type { SandboxLanguage } from '#lib/ports/sandbox.ts';
import { makeSafeFetch } from '#server/fetch/safe-fetch.ts';
import { startLoopbackServer } from '../support/loopback-server.ts';
import { makeMemoryPayloads } from '../support/memory-payloads.ts';
import { makeTestSandbox } from '../support/test-sandbox.ts';

const sandbox = makeTestSandbox();
afterAll(() => sandbox.close());
const tools = makeToolKit({ payloads: makeMemoryPayloads(), sandbox });

/** Host names of an attacker. No real resolver is used. */
const names: Record<string, string[]> = {
  'private.test': ['10.0.0.5'],
  'metadata.test': ['169.254.169.254'],
  'mixed.test': ['93.184.216.34', '127.0.0.1'],
};

type Trial = { readonly hosts?: readonly string[]; readonly open?: readonly string[]; readonly timeoutMs?: number };

/** The value of code with these granted hosts, or its error. `open`: private hosts allowed by the administrator. */
async function run(language: SandboxLanguage, code: string, { hosts, open = [], timeoutMs = 20_000 }: Trial = {}) {
  const fetch = makeSafeFetch({
    allowedPrivateHosts: open,
    resolve: async (name) => (names[name] ?? []).map((address) => ({ address, family: 4 })),
  });
  onTestFinished(() => fetch.close());
  const result = await runCode(
    { language, code, inputs: {}, timeoutMs, memoryMb: 128 },
    {
      context: { tools, signal: new AbortController().signal, waits: () => () => {} },
      onOutput: () => {},
      ...(hosts && { network: { hosts, fetch } }),
    },
  );
  return result.ok ? result.value : `${result.failure.reason}: ${result.failure.message}`;
}

/** The same call in both languages, if the language supports it. */
const get = {
  javascript: (url: string) => `const answer = await fetch(${JSON.stringify(url)}); return [answer.status, await answer.text()]`,
  python: (url: string) => `answer = await fetch(${JSON.stringify(url)})\nreturn [answer.status, answer.text()]`,
} as const;

const server = () =>
  startLoopbackServer(({ url }, response) => {
    const [, status, location] = /^\/to\/(\d+)\/(.+)$/.exec(url ?? '') ?? [];
    if (location) return void response.writeHead(Number(status), { location: decodeURIComponent(location) }).end();
    if (url === '/huge') return void response.end('x'.repeat(6_000_000));
    if (url === '/large') return void response.end('x'.repeat(4_900_000));
    if (url === '/endless') return void response.write('begun');
    if (url === '/slow') return void setTimeout(() => response.end('late'), 30);
    response
      .setHeader('content-type', 'application/json')
      .setHeader('x-told', 'yes')
      .end(JSON.stringify({ text: 'Grüße' }));
  });

describe.each(['javascript', 'python'] as const)('a network grant in %s', (language) => {
  const isPython = language === 'python';
  const fetching = get[language];

  test('reaches a host that was granted, and gives its answer', async () => {
    const { host, origin, hits } = await server();
    const code = isPython
      ? `answer = await fetch("${origin}/a?q=1", method="POST", headers={"X-Mine": "1"}, json={"b": "ü"})
return [answer.status, answer.ok, answer.url, answer.headers["x-told"], answer.json()["text"], len(answer.bytes())]`
      : `const answer = await fetch(new URL('${origin}/a?q=1'), { method: 'post', headers: { 'X-Mine': '1', 'content-type': 'application/json' }, body: JSON.stringify({ b: 'ü' }) });
return [answer.status, answer.ok, answer.url, answer.headers.get('X-Told'), (await answer.json()).text, (await answer.bytes()).length]`;
    expect(await run(language, code, { hosts: [host], open: [host] })).toEqual([
      200,
      true,
      `${origin}/a?q=1`,
      'yes',
      'Grüße',
      18,
    ]);
    expect(hits).toMatchObject([
      { method: 'POST', url: '/a?q=1', headers: { 'x-mine': '1', 'content-type': 'application/json' } },
    ]);
    expect(JSON.parse(hits[0]?.body ?? '')).toEqual({ b: 'ü' });
  });

  test('without one there is no fetch at all', async () => {
    expect(await run(language, fetching('https://api.example.com/'))).toMatch(
      isPython ? /name 'fetch' is not defined/ : /fetch is not defined/,
    );
  });

  test.each([
    ['another host', 'https://evil.test/'],
    ['a host that only begins like it', 'https://api.example.com.evil.test/'],
    ['a host that only ends like it', 'https://notapi.example.com/'],
    ['another port', 'https://api.example.com:8443/'],
    ['a user name that looks like the host', 'https://api.example.com@evil.test/'],
    ['a user name at the host', 'https://ada:secret@api.example.com/'],
    ['a backslash before another host', 'https://evil.test\\@api.example.com/'],
    ['the address of this machine', 'http://127.0.0.1/'],
    ['this machine as a number', 'http://2130706433/'],
    ['this machine in IPv6', 'http://[::1]/'],
    ['the metadata of a cloud', 'http://169.254.169.254/latest/meta-data'],
    ['a file', 'file:///etc/passwd'],
    ['data', 'data:text/plain,x'],
    ['another protocol', 'ftp://api.example.com/'],
  ])('%s is refused', async (_, url) => {
    expect(await run(language, fetching(url), { hosts: ['api.example.com'] })).toMatch(
      /^threw: .*(is not allowed: this code may reach api\.example\.com and nothing else)/,
    );
  });

  test.each([
    ['a granted name that leads into the network', 'private.test'],
    ['a granted name of the metadata service', 'metadata.test'],
    ['a granted name with one private address among others', 'mixed.test'],
    ['this machine, granted by the author and not by the administrator', '127.0.0.1'],
  ])('%s is refused', async (_, host) => {
    expect(await run(language, fetching(`http://${host}/`), { hosts: [host] })).toMatch(/^threw: .*is not a public address/);
  });

  test('a redirect to a host that was not granted is refused, though the administrator allows it', async () => {
    const [first, other] = [await server(), await server()];
    const url = `${first.origin}/to/302/${encodeURIComponent(`${other.origin}/secret`)}`;
    const open = [first.host, other.host];
    expect(await run(language, fetching(url), { hosts: [first.host], open })).toMatch(
      /is not allowed: only 127\.0\.0\.1:\d+ may be reached/,
    );
    expect(other.hits).toEqual([]);
    expect(await run(language, fetching(url), { hosts: open, open })).toEqual([200, '{"text":"Grüße"}']);
  });

  test.each(['http://169.254.169.254/latest', 'http://127.0.0.1:1/', 'http://x@127.0.0.1:1/', 'file:///etc/passwd'])(
    'a redirect to %s is refused',
    async (location) => {
      const { host, origin } = await server();
      const url = `${origin}/to/307/${encodeURIComponent(location)}`;
      expect(await run(language, fetching(url), { hosts: [host], open: [host] })).toMatch(/^threw: .*is not allowed/);
    },
  );

  test('a huge answer is not read', async () => {
    const { host, origin } = await server();
    expect(await run(language, fetching(`${origin}/huge`), { hosts: [host], open: [host] })).toMatch(
      /answered more than 5000000 bytes/,
    );
  });

  test('an answer near the limit arrives whole', async () => {
    const { host, origin } = await server();
    const code = isPython
      ? `return len((await fetch("${origin}/large")).text())`
      : `return (await (await fetch("${origin}/large")).bytes()).length`;
    expect(await run(language, code, { hosts: [host], open: [host] })).toBe(4_900_000);
  });

  test('an answer that never ends costs only the time of the code', async () => {
    const { host, origin } = await server();
    const start = performance.now();
    const met = await run(language, fetching(`${origin}/endless`), { hosts: [host], open: [host], timeoutMs: 1500 });
    expect(met).toMatch(/^timed-out: /);
    expect(performance.now() - start).toBeLessThan(15_000);
  });

  test('requests beyond the limit are refused, and six at most are under way', async () => {
    let now = 0;
    let most = 0;
    const { host, origin, hits } = await startLoopbackServer((_, response) => {
      most = Math.max(most, ++now);
      setTimeout(() => {
        now--;
        response.end('x');
      }, 5);
    });
    const code = isPython
      ? `import asyncio
done = await asyncio.gather(*[fetch("${origin}/") for _ in range(230)], return_exceptions=True)
return [len([one for one in done if not isinstance(one, Exception)]), str(done[-1])]`
      : `const done = await Promise.allSettled(Array.from({ length: 230 }, () => fetch('${origin}/')));
return [done.filter(({ status }) => status === 'fulfilled').length, String(done.at(-1).reason.message)];`;
    expect(await run(language, code, { hosts: [host], open: [host] })).toEqual([200, expect.stringMatching(/200 requests/)]);
    expect(hits).toHaveLength(200);
    expect(most).toBeLessThanOrEqual(6);
  });

  test.each([
    ['a line break in a value', 'x-a', 'b\r\nhost: evil.test', /holds a line break/],
    ['a line break in a name', 'x-a: b\r\nx-b', 'c', /is not the name of a header/],
    ['another host', 'Host', 'evil.test', /The header 'Host' is not sent/i],
    ['a length of its own', 'content-length', '5', /is not sent/],
    ['a way to change the protocol', 'upgrade', 'websocket', /is not sent/],
    ['words for a proxy', 'proxy-authorization', 'x', /is not sent/],
  ])('%s is no header that is sent', async (_, name, value, expected) => {
    const { host, origin, hits } = await server();
    const headers = JSON.stringify({ [name]: value });
    const code = isPython
      ? `return (await fetch("${origin}/", headers=${headers})).status`
      : `return (await fetch("${origin}/", { headers: ${headers} })).status`;
    expect(await run(language, code, { hosts: [host], open: [host] })).toMatch(expected);
    expect(hits).toEqual([]);
  });

  test.each(['CONNECT', 'TRACE', 'get / HTTP/1.1\\r\\nx: y'])('%s is no method', async (method) => {
    const { host, origin, hits } = await server();
    const code = isPython
      ? `return (await fetch("${origin}/", method="${method}")).status`
      : `return (await fetch("${origin}/", { method: "${method}" })).status`;
    expect(await run(language, code, { hosts: [host], open: [host] })).toMatch(
      /^threw: .*This is no request that can be sent: method/,
    );
    expect(hits).toEqual([]);
  });

  test('a body that is too large is not sent', async () => {
    const { host, origin, hits } = await server();
    const code = isPython
      ? `return (await fetch("${origin}/", method="POST", body="x" * 1000001)).status`
      : `return (await fetch("${origin}/", { method: 'POST', body: 'x'.repeat(1000001) })).status`;
    expect(await run(language, code, { hosts: [host], open: [host] })).toMatch(
      /^threw: .*(at most 1000000|<=1000000) characters/,
    );
    expect(hits).toEqual([]);
  });

  test('bytes are sent as they are, up to the same limit', async () => {
    const { host, origin, hits } = await server();
    const send = (bytes: string) =>
      isPython
        ? `return (await fetch("${origin}/", method="POST", body=${bytes})).status`
        : `return (await fetch("${origin}/", { method: 'POST', body: ${bytes} })).status`;
    const network = { hosts: [host], open: [host] };
    expect(await run(language, send(isPython ? 'bytes([0, 255, 10, 128])' : 'new Uint8Array([0, 255, 10, 128])'), network)).toBe(
      200,
    );
    expect([...(hits[0]?.bytes ?? [])]).toEqual([0, 255, 10, 128]);
    const tooMany = isPython ? 'bytearray(1000100)' : 'new ArrayBuffer(1000100)';
    expect(await run(language, send(tooMany), network)).toMatch(/^threw: .*at most 1000000 bytes/i);
    expect(hits).toHaveLength(1);
  });

  test('the grant of one run is nothing to the next', async () => {
    const { host, origin, hits } = await server();
    const keep = isPython
      ? `import builtins\nbuiltins.kept = fetch\nreturn (await fetch("${origin}/")).status`
      : `globalThis.kept = fetch; Object.prototype.kept = fetch; return (await fetch("${origin}/")).status`;
    const use = isPython ? `return (await kept("${origin}/")).status` : `return (await kept("${origin}/")).status`;
    expect(await run(language, keep, { hosts: [host], open: [host] })).toBe(200);
    expect(await run(language, use)).toMatch(/kept.*is not defined/);
    expect(await run(language, use, { hosts: ['api.example.com'] })).toMatch(/kept.*is not defined/);
    expect(hits).toHaveLength(1);
  });

  test('two runs at once each have their own hosts', async () => {
    const [first, other] = [await server(), await server()];
    const open = [first.host, other.host];
    const [own, foreign] = await Promise.all([
      run(language, fetching(`${first.origin}/slow`), { hosts: [first.host], open }),
      run(language, fetching(`${first.origin}/slow`), { hosts: [other.host], open }),
    ]);
    expect(own).toEqual([200, 'late']);
    expect(foreign).toMatch(/is not allowed: this code may reach/);
    expect(first.hits).toHaveLength(1);
  });

  test('a request that is not awaited is stopped with its code', async () => {
    const [arrival, closing] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const { host, origin } = await startLoopbackServer((request, response) => {
      if (request.url === '/arrived') return void arrival.promise.then(() => response.end());
      request.socket.once('close', () => closing.resolve());
      arrival.resolve();
    });
    const code = isPython
      ? `import asyncio\ntask = asyncio.ensure_future(fetch("${origin}/"))\nawait fetch("${origin}/arrived")\nreturn "gone"`
      : `void fetch("${origin}/"); await fetch("${origin}/arrived"); return "gone"`;
    expect(await run(language, code, { hosts: [host], open: [host] })).toBe('gone');
    await closing.promise;
  });
});

describe('the bridge itself', () => {
  test('code in JavaScript does not find it, and tampering with the language does not widen it', async () => {
    const { host, origin, hits } = await server();
    const code = `const found = ['__fetch', 'askHost', 'answered', 'waiting'].filter((name) => name in globalThis);
JSON.stringify = () => '{"url":"${origin}/","method":"GET","headers":[]}';
String.prototype.endsWith = Array.prototype.some = Array.prototype.includes = () => true;
Object.prototype.hosts = ['${host}'];
RegExp.prototype.exec = () => ['', '', '127.0.0.1', ''];
URL = class { constructor() { this.hostname = 'api.example.com' } };
try { await fetch('${origin}/') } catch (error) { return [found, error.message] }`;
    expect(await run('javascript', code, { hosts: ['api.example.com'], open: [host] })).toEqual([
      [],
      expect.stringMatching(/is not allowed: this code may reach api\.example\.com and nothing else/),
    ]);
    expect(hits).toEqual([]);
  });

  test.each([
    ['a line that is no JSON', 'b"{{\\n"'],
    [
      'a request of its own making',
      'json.dumps({"number": 1, "request": {"url": ORIGIN, "hosts": [ORIGIN], "onlyHosts": None}}).encode() + b"\\n"',
    ],
    ['a request to a host that was not granted', 'json.dumps({"number": 1, "request": {"url": ORIGIN}}).encode() + b"\\n"'],
    ['a line that never ends', 'b"x" * 20_000_000'],
    ['an answer', 'json.dumps({"requestNumber": 1, "head": "{}", "base64": ""}).encode() + b"\\n"'],
    ['a message of the child', 'json.dumps({"type": "end", "outcome": "{\\"value\\": 1}"}).encode() + b"\\n"'],
  ])('%s that Python writes past its fetch reaches nothing', async (_, line) => {
    const { host, origin, hits } = await server();
    const code = `import json, asyncio
ORIGIN = "${origin}/"
with open("/dev/ask", "wb", buffering=0) as device: device.write(${line})
await asyncio.sleep(0.3)
return "went on"`;
    expect(await run('python', code, { hosts: ['api.example.com'], open: [host] })).toBe('went on');
    expect(hits).toEqual([]);
  });

  test('Python finds no object of JavaScript in its fetch', async () => {
    const code = `import gc
JsProxy = next(type_ for type_ in object.__subclasses__() if type_.__name__ == "JsProxy")
network = fetch.__self__
return [type(value).__name__ for value in vars(network).values() if isinstance(value, JsProxy)] + [str("js" in dir(network))]`;
    expect(await run('python', code, { hosts: ['api.example.com'] })).toEqual(['False']);
  });

  test('Python that changes its own fetch asks for the same hosts', async () => {
    const { host, origin, hits } = await server();
    const code = `network = fetch.__self__
network.max_requests = 10**9
network.hosts = ["${host}"]
import json, sys
sys.modules["js"] = None
for name in ("js", "pyodide_js"):
    try:
        __import__(name)
        return "reached " + name
    except ImportError: pass
return (await fetch("${origin}/")).status`;
    expect(await run('python', code, { hosts: ['api.example.com'], open: [host] })).toMatch(
      /is not allowed: this code may reach/,
    );
    expect(hits).toEqual([]);
  });
});
