import type { RandomSource } from '../random/random-source.ts';
import type { SeedRequest } from './seed-requests.ts';

/** The exact bytes to send. */
export type SpoiltRequest = {
  readonly operation: string;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | undefined;
};
type Draft = {
  method: string;
  segments: string[];
  query: [string, string][];
  headers: Record<string, string>;
  body: Buffer | undefined;
};

const deep = (open: string, close: string, levels: number) => `${open.repeat(levels)}1${close.repeat(levels)}`;
/** JSON texts, including forms that `JSON.stringify` never writes. */
const oddValues: readonly string[] = [
  ...['null', 'true', '0', '-0', '-1', '1.5', '1e309', '-1e309', '1e-400', '9007199254740993', '2147483648', '4294967296'],
  ...['""', '" "', '"\\u0000"', '"a\\u0000b"', '"\\ud800"', '"\\u202e"', '"💥"', '"../../etc/passwd"', '"%00"', '"__proto__"'],
  ...['"{{start.o}}"', '"{{"', '"{% for i in (1..99999999) %}x{% endfor %}"', '"{{ 1 | divided_by: 0 }}"', '"constructor"'],
  ...['[]', '{}', '[null]', '[[]]', '{"__proto__":{"a":1}}', '{"constructor":{"prototype":{"a":1}}}', '{"":1}', '{"a":1,"a":2}'],
  ...['NaN', 'undefined', "'x'", '{', ']', deep('[', ']', 190), deep('[', ']', 5000), deep('{"a":', '}', 300)],
  ...[`"${'x'.repeat(300)}"`, `"${'x'.repeat(200_000)}"`, `[${'0,'.repeat(20_000)}0]`, `"${'1'.repeat(400)}"`, '1'.repeat(400)],
  ...['"9999-99-99T99:99:99Z"', '"+275760-09-13T00:00:00Z"', '"-000001-01-01T00:00:00Z"', '"1970-01-01T00:00:00Z"'],
];
const oddNames = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', '', ' ', '\0', 'a'.repeat(300), 'ä', '💥', 'length'];
const oddSegments = [
  ...[
    '',
    '.',
    '..',
    '%',
    '%00',
    '%ff',
    '%c0%af',
    '%2e%2e',
    '%2F',
    '%252F',
    '%E0%A4%A',
    '*',
    ':',
    ';a=b',
    '__proto__',
    'constructor',
  ],
  ...[
    '%F0%9F%92%A5',
    'null',
    'NaN',
    '-1',
    '0',
    '1e9',
    '99999999999999999999',
    'a'.repeat(101),
    'a'.repeat(8000),
    '%0d%0aX:%201',
    "'--",
  ],
];
const oddTexts = [
  ...[
    '',
    '%20',
    '%00',
    '%ff',
    '-1',
    '1e999',
    'NaN',
    '99999999999999999999',
    'a'.repeat(5000),
    ',,,',
    'null',
    '[]',
    "'%20OR%201=1--",
    '%25_%25',
  ],
];
const contentTypes = [
  ...[
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/json; charset=utf-16',
    '',
  ],
  ...['application/jsonp', 'APPLICATION/JSON', 'application/json;;;', 'a'.repeat(3000)],
];
const oddHeaders: readonly (readonly [string, string])[] = [
  ['if-match', '*'],
  ['if-match', '"99999999999999999999"'],
  ['if-match', 'W/"1"'],
  ['idempotency-key', ' '],
  ['idempotency-key', 'x'.repeat(256)],
  ['idempotency-key', 'ä'],
  ['authorization', 'Bearer'],
  ['authorization', `Bearer tlk_${'0'.repeat(500)}`],
  ['authorization', 'Basic Og=='],
  ['last-event-id', '-1'],
  ['last-event-id', '999999999999999'],
  ['accept', 'text/event-stream'],
  ['accept', 'application/json;q=x,*/*;q=0'],
  ['accept-language', 'zh-CN,*;q=9'],
  ['x-threadloom-language', '__proto__'],
  ['traceparent', `ff-${'f'.repeat(32)}-${'f'.repeat(16)}-ff`],
  ['cookie', '__proto__=1; a=%00'],
  ['range', 'bytes=0-99999999999999'],
  ['content-encoding', 'gzip'],
  ['x-http-method-override', 'DELETE'],
  ['x-forwarded-for', '::::'],
  ['origin', 'null'],
  ['upgrade', 'h2c'],
];

type Path = readonly (string | number)[];

/** The request with one to three mutations. */
export function spoilRequest(seed: SeedRequest, random: RandomSource): SpoiltRequest {
  const draft: Draft = {
    method: seed.method,
    segments: seed.segments.map(encodeURIComponent),
    query: Object.entries(seed.query),
    headers: { ...(seed.body !== undefined && { 'content-type': 'application/json' }), ...seed.headers },
    body: seed.body === undefined ? undefined : Buffer.from(JSON.stringify(seed.body)),
  };
  for (let left = 1 + random.below(3); left > 0; left--) {
    const spoil = seed.body === undefined || random.chance(0.3) ? spoilAround : spoilBody;
    spoil(draft, seed, random);
  }
  const query = draft.query.map(([name, value]) => `${name}=${value}`).join('&');
  const path = `${draft.segments.join('/')}${query && `?${query}`}`;
  return { operation: seed.operation, method: draft.method, path, headers: draft.headers, body: draft.body };
}

function spoilAround(draft: Draft, _seed: SeedRequest, random: RandomSource): void {
  const parameters = draft.segments.map((_, index) => index).slice(3);
  const spoils = [
    () => Object.assign(draft.headers, Object.fromEntries([random.pick(oddHeaders)])),
    () => Object.assign(draft.headers, { 'content-type': random.pick(contentTypes) }),
    () => draft.query.push([random.pick(['limit', 'cursor', 'x', '__proto__', 'search', 'after']), random.pick(oddTexts)]),
    () =>
      draft.query.splice(
        0,
        draft.query.length,
        ...draft.query.map(([name]) => [name, random.pick(oddTexts)] as [string, string]),
      ),
    () => draft.segments.splice(random.pick(parameters), 1, random.pick(oddSegments)),
    () => draft.segments.push(random.pick(oddSegments)),
    () => {
      draft.method = random.pick(['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS', 'PROPFIND']);
    },
  ];
  random.pick(spoils)();
}

function spoilBody(draft: Draft, { body }: SeedRequest, random: RandomSource): void {
  if (random.chance(0.25)) draft.body = spoilBytes(draft.body ?? Buffer.alloc(0), random);
  else draft.body = Buffer.from(spoilValue(body, random));
}

function spoilBytes(bytes: Buffer, random: RandomSource): Buffer {
  const at = random.below(bytes.length + 1);
  const put = (inserted: Buffer) => Buffer.concat([bytes.subarray(0, at), inserted, bytes.subarray(at)]);
  const spoils = [
    () => put(Buffer.from([0xff])),
    () => put(Buffer.from([0xc0, 0xaf])),
    () => put(Buffer.from([0])),
    () => bytes.subarray(0, at),
    () => Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), bytes]),
    () => Buffer.concat([bytes, bytes]),
    () => Buffer.alloc(0),
    () => Buffer.from(bytes.toString(), 'utf16le'),
    () => Buffer.from(`[${bytes.toString()}]`),
  ];
  return random.pick(spoils)();
}

/** JSON text of the value with one part replaced, removed, or given an additional field. */
function spoilValue(body: unknown, random: RandomSource): string {
  const target = random.pick(pathsOf(body, []));
  const odd = random.pick(oddValues);
  const way = random.below(4);
  const write = (value: unknown, path: Path): string => {
    const isTarget = path.length === target.length && path.every((part, index) => part === target[index]);
    if (isTarget && way < 2) return odd;
    if (typeof value !== 'object' || value === null) return isTarget ? odd : JSON.stringify(value);
    const isLost = (key: string | number) =>
      way === 2 && path.length + 1 === target.length && [...path, key].every((part, index) => part === target[index]);
    if (Array.isArray(value)) {
      const items = value.flatMap((item, index) => (isLost(index) ? [] : [write(item, [...path, index])]));
      return `[${[...items, ...(isTarget ? [odd] : [])].join(',')}]`;
    }
    const fields = Object.entries(value).flatMap(([key, field]) =>
      isLost(key) ? [] : [`${JSON.stringify(key)}:${write(field, [...path, key])}`],
    );
    return `{${[...fields, ...(isTarget ? [`${JSON.stringify(random.pick(oddNames))}:${odd}`] : [])].join(',')}}`;
  };
  return write(body, []);
}

function pathsOf(value: unknown, path: Path): Path[] {
  if (typeof value !== 'object' || value === null) return [path];
  return [
    path,
    ...Object.entries(value).flatMap(([key, inner]) => pathsOf(inner, [...path, Array.isArray(value) ? Number(key) : key])),
  ];
}
