import { expect, test } from 'vitest';
import { headerProblem, headerValueProblem, REFUSED_RESPONSE_HEADERS, responseOf, responseStatusSchema } from './run-response.ts';

/** What proxies in front of a server obey, and browsers for more than one page. */
const ORDERS = [
  ...['X-Accel-Redirect', 'X-Accel-Buffering', 'X-Sendfile', 'X-Sendfile-Type', 'X-LiteSpeed-Location', 'X-Lighttpd-Send-File'],
  ...['Surrogate-Control', 'CDN-Cache-Control', 'Edge-Control', 'X-Reproxy-URL', 'Speculation-Rules', 'Supports-Loading-Mode'],
  ...['Clear-Site-Data', 'Service-Worker-Allowed', 'NEL', 'Reporting-Endpoints', 'Alt-Svc', 'Accept-CH', 'Use-As-Dictionary'],
];

test('a response sets headers of its own, and none that the server, the connection or the origin have', () => {
  for (const name of ['content-type', 'Location', 'Cache-Control', 'x-order', 'retry-after', 'link'])
    expect(headerProblem(name)).toBeUndefined();
  const refused = [
    ...REFUSED_RESPONSE_HEADERS,
    ...ORDERS,
    'SET-COOKIE',
    'Access-Control-Allow-Origin',
    'proxy-authenticate',
    'Sec-X',
  ];
  for (const name of refused) expect(headerProblem(name)).toContain('set by the server alone');
  for (const name of ['', 'a b', 'a:b', 'a\r\nb', 'ä', 'x'.repeat(101)]) expect(headerProblem(name)).toContain('no name');
});

test('a value has no line break, and statuses are final ones', () => {
  expect(headerValueProblem('x', 'a, b; c="\u00e9"')).toBeUndefined();
  for (const value of ['a\nb', 'a\rb', 'a\0', '\u4e2d']) expect(headerValueProblem('x', value)).toContain('line break');
  expect(headerValueProblem('x', 'a'.repeat(5000))).toContain('more than');
  for (const status of [100, 199, 600, 200.5]) expect(responseStatusSchema.safeParse(status).success).toBe(false);
});

test('of several ends the last by id answers, and called workflows do not', () => {
  const ended = (status: number) => ({ fired: { out: {}, response: { status, headers: {} } } });
  const all = new Map<string, { fired: Record<string, unknown> }>([
    ['end-2', ended(202)],
    ['end-1', ended(201)],
    ['call/zzz', ended(500)],
    ['other', { fired: { out: 1 } }],
  ]);
  expect(responseOf(all)?.status).toBe(202);
  expect(responseOf(new Map([['end', { fired: { out: {} } }]]))).toBeUndefined();
});
