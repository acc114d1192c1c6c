import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '#server/db/database/open-database.ts';
import { startApi } from '../support/api-server.ts';
import { type DatabaseLocation, makeDatabaseLocation } from '../support/databases.ts';
import { makeSeeds, type SeedRequest } from '../support/fuzz/seed-requests.ts';
import { BLOCK_LIMIT_MS, longestBlockMs } from '../support/longest-block.ts';
import { rawRequest } from '../support/raw-request.ts';
import { workflowOf } from '../support/test-engine.ts';

/** Below the limit of Node for all headers and the address of a request. */
const HEADER_CHARS = 15_000;
const SIZE = 4_500_000;
const VALUES = 90_000;

let place: DatabaseLocation;
let database: Database;
beforeAll(async () => {
  place = await makeDatabaseLocation();
  database = await place.open();
});
afterAll(async () => {
  await database.close();
  await place.remove();
});

const fill = (part: string, size = SIZE) => part.repeat(Math.floor(size / part.length));
const list = (part: string, count = VALUES) => `[${Array(count).fill(part).join(',')}]`;
const fields = (part: string, count = 60_000) =>
  `{${Array.from({ length: count }, (_, index) => `"k${index}":${part}`).join(',')}}`;
/** JSON texts that replace a field. */
const oddFields: Readonly<Record<string, string>> = {
  'empty lists': list('[]'),
  'short texts': list('"a"'),
  keys: fields('1', 45_000),
  'a long text': `"${fill('x')}"`,
  'a text of templates': `"${fill('{{start.a}}')}"`,
  'a text of tags that are not closed': `"${fill('{{ a | ')}"`,
  'a text of dots': `"a@${fill('.')}@"`,
};
const node = (id: string, type: string, config: string) =>
  `{"id":"${id}","type":"${type}","version":1,"label":"${id}","position":{"x":0,"y":0},"config":${config}}`;
const edge = (source: string, target: string) =>
  `{"id":"${source}-${target}","source":"${source}","sourceHandle":"out","target":"${target}","targetHandle":"in"}`;
const nodes = (count: number, config: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => node(`n${index}`, 'template', config(index)));
const { nodes: _nodes, edges: _edges, ...frame } = workflowOf({}, []);
const documentOf = (parts: readonly string[], edges: readonly string[] = [edge('start', 'n0')]) => {
  const inputs = '{"inputs":[{"name":"a","type":"text"}]}';
  return `{"nodes":[${node('start', 'start', inputs)},${parts.join(',')}],"edges":[${edges.join(',')}],${JSON.stringify(frame).slice(1)}`;
};
const chain = (count: number) => [
  edge('start', 'n0'),
  ...Array.from({ length: count - 1 }, (_, index) => edge(`n${index}`, `n${index + 1}`)),
];
const inputs = (count: number) => `[${Array.from({ length: count }, (_, index) => `{"name":"i${index}","type":"text"}`)}]`;
const cases = (count: number) => `[${Array.from({ length: count }, (_, index) => `{"id":"c${index}","when":"true"}`)}]`;
const longName = (index: number) => `${'abcdefghij'.repeat(5)}${String(index).padStart(8, '0')}`;
/** Documents of the maximum body size. */
const documents: Readonly<Record<string, string>> = {
  'a chain of nodes': documentOf(
    nodes(4900, (index) => `{"template":"{{${index === 0 ? 'start.a' : `n${index - 1}.text`}}} ${'x'.repeat(550)}"}`),
    chain(4900),
  ),
  'nodes that are not joined': documentOf(nodes(4900, () => '{"template":"{{nowhere.a}}"}')),
  'nodes that are read by names close to their own': documentOf(
    Array.from({ length: 4900 }, (_, index) =>
      node(longName(index), 'template', `{"template":"{{${longName(index + 5000)}.a}}"}`),
    ),
    [],
  ),
  'nodes that read branches of nodes that do not exist': documentOf(
    nodes(4900, (index) => `{"template":"{{branch.${longName(index)}}}"}`),
    [],
  ),
  'one template of many references': documentOf([node('n0', 'set', `{"values":{"x":"${fill('{{start.zz}}')}"}}`)]),
  'one template of as many references as may be': documentOf([
    node('n0', 'set', `{"values":{"x":"${'{{start.zz | upcase}}'.repeat(7_900)}"}}`),
  ]),
  'many conditions': documentOf(
    Array.from({ length: 4900 }, (_, index) => node(`n${index}`, 'condition', `{"when":"${'start.a == 1 && '.repeat(40)}true"}`)),
  ),
  'many inputs': documentOf([node('s', 'start', `{"inputs":${inputs(40_000)}}`)]),
  'many cases': documentOf([node('n0', 'switch', `{"cases":${cases(30_000)}}`)]),
  'values that each read one': documentOf([node('n0', 'set', `{"values":${fields('"{{start.b}}"', 7_900)}}`)]),
  'nodes that are none': `{"nodes":${list('{}')}}`,
  'one long template': documentOf([node('n0', 'template', `{"template":"${fill('x ')}"}`)]),
  'one condition of many terms': documentOf([node('n0', 'condition', `{"when":"${fill('start.a == 1 || ', 900_000)}true"}`)]),
  'a schema of many fields': documentOf([
    node('n0', 'llm', `{"userPrompt":"x","outputSchema":{"type":"object","properties":${fields('{}', 20_000)}}}`),
  ]),
  'fields that no node has': documentOf([node('n0', 'template', fields('1', 40_000))]),
};

/** Runs of what tokenizers split at, repeat or look back for. */
const headerParts = [
  'a',
  '0',
  ' ',
  '\t',
  ',',
  ';',
  ',;',
  ';q=',
  'a=',
  '=',
  '"',
  '\\',
  '\\"',
  '"a",',
  '/',
  '../',
  '*/*,',
  'a-',
  'bytes=0-,',
  '<>;',
];
const queryParts = [
  '%',
  '%25',
  '%00',
  '_',
  '%25_',
  '+',
  '&',
  '0&',
  '&&',
  '=&',
  'a=&',
  '[',
  'a[]=1&',
  '.',
  'a.',
  '-',
  ':',
  '1:',
  '(',
  '|',
  "'",
  '%22',
  '*',
];
const headerNames = [
  'accept',
  'accept-language',
  'authorization',
  'content-type',
  'cookie',
  'forwarded',
  'idempotency-key',
  'if-match',
  'if-none-match',
  'last-event-id',
  'link',
  'origin',
  'range',
  'traceparent',
  'tracestate',
  'x-forwarded-for',
];

test('headers, paths, queries, fields and documents of at most 5 MB do not block the event loop, in any operation', {
  timeout: 600_000,
}, async () => {
  const api = await startApi(database);
  const seeds = await makeSeeds(api.url, { models: [] });
  const slow: string[] = [];
  const attempt = async (what: string, request: () => Promise<unknown>) => {
    const block = await longestBlockMs(request);
    if (block >= BLOCK_LIMIT_MS) slow.push(`${what}: ${Math.round(block)} ms`);
  };
  for (const [place, seed] of seeds.entries()) {
    const { operation, body } = seed;
    const valid = body === undefined ? [] : [JSON.stringify(body)];
    for (const [what, change] of Object.entries(textsOf(seed, place)))
      await attempt(`${operation}, ${what}`, () => send(api.url, { ...seed, ...change }, valid));
  }
  const withBody = seeds.filter(({ body }) => body !== undefined);
  for (const [place, seed] of withBody.entries())
    for (const [name, body] of [...bodiesOf(seed, place), ...documentBodiesOf(seed)])
      await attempt(`${seed.operation} ${name}`, () => send(api.url, seed, [body]));
  expect(slow).toEqual([]);
});

type Sent = Pick<SeedRequest, 'method' | 'segments' | 'headers'> & { readonly search?: string };

async function send(server: string, { method, segments, headers, search = '' }: Sent, body: readonly string[]): Promise<void> {
  const url = `${server}${segments.map(encodeURIComponent).join('/')}${search}`;
  const typed = { ...(body.length > 0 && { 'content-type': 'application/json' }), ...headers };
  await rawRequest(url, { method, headers: typed, body });
}

/** Each operation gets other parts, so that all of them meet all parsers that operations share. */
function textsOf(seed: SeedRequest, place: number): Record<string, Partial<Sent>> {
  // A connection that was kept open may end before the next request, on a busy machine.
  const headers = { connection: 'close', ...seed.headers };
  const pick = (list: readonly string[]) => list[place % list.length] ?? '';
  const [name, part, text] = [pick(headerNames), pick(headerParts), pick(queryParts)];
  const field = pick(Object.keys(seed.query));
  const search =
    field === '' || place % 2 === 0 ? fill(text, HEADER_CHARS) : `${field}=${fill(text.replaceAll('&', '%26'), HEADER_CHARS)}`;
  return {
    [`header ${name} of ${part}`]: { headers: { ...headers, [name]: fill(part, HEADER_CHARS) } },
    [`query of ${text}`]: { headers, search: `?${search}` },
  };
}

/** Makes one field of the seed large, a different one for each kind. Each operation gets every second kind. */
function bodiesOf({ body }: SeedRequest, place: number): [string, string][] {
  const entries = Object.entries(body as object);
  const kinds = Object.entries(oddFields).filter((_, index) => (index + place) % 2 === 0);
  return kinds.map(([name, odd], index) => {
    const [target = ''] = entries[index % entries.length] ?? [];
    const parts = entries.map(([key, value]) => `${JSON.stringify(key)}:${key === target ? odd : JSON.stringify(value)}`);
    return [`${name} as ${target}`, `{${parts.join(',')}}`];
  });
}

/** Operations that do the same with a document: check it, store it, or refuse it as another thing. */
const alike: readonly (readonly SeedRequest['operation'][])[] = [
  ['validateWorkflow', 'planDocumentRun', 'runDocument', 'forkRun', 'planFork'],
  ['createWorkflow', 'replaceWorkflow', 'askAssistant'],
  ['readToolService', 'createToolService', 'previewPrompt'],
];

/** Each document is sent to one of the operations that are alike. */
function documentBodiesOf({ operation, body }: SeedRequest): [string, string][] {
  const group = alike.find((operations) => operations.includes(operation)) ?? [operation];
  const own = Object.entries(documents).filter((_, index) => index % group.length === group.indexOf(operation));
  if (operation === 'validateWorkflow' || operation === 'createWorkflow' || operation === 'replaceWorkflow') return own;
  if (!Object.hasOwn(body as object, 'document') && operation !== 'forkRun' && operation !== 'planFork') return [];
  const { document: _, ...rest } = body as Record<string, unknown>;
  return own.map(([name, document]) => [name, `{"document":${document},${JSON.stringify(rest).slice(1)}`]);
}
