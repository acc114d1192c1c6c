import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '#server/db/database/open-database.ts';
import { startApi } from '../support/api-server.ts';
import { type DatabaseLocation, makeDatabaseLocation } from '../support/databases.ts';
import { BLOCK_LIMIT_MS, longestBlockMs } from '../support/longest-block.ts';
import { rawRequest } from '../support/raw-request.ts';
import { workflowOf } from '../support/test-engine.ts';

const MB = 1_000_000;

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

const echo = (schema?: object) =>
  workflowOf(
    {
      start: ['start', { inputs: [{ name: 'o', type: 'json', ...(schema && { schema }) }] }],
      end: ['end', { outputs: { o: '{{start.o}}' } }],
    },
    ['start -> end'],
  );
const branch = (when: string) =>
  workflowOf(
    {
      start: ['start', { inputs: [{ name: 'o', type: 'json' }] }],
      sort: ['condition', { when }],
      end: ['end', { outputs: { o: 'x' } }],
    },
    ['start -> sort', 'sort.true -> end'],
  );
const fill = (part: string, size = 4.5 * MB) => part.repeat(Math.floor(size / part.length));
const list = (part: string, size?: number) => `[${fill(`${part},`, size).slice(0, -1)}]`;

const several = (part: string) => `[${Array(90_000).fill(part).join(',')}]`;
/** Must be accepted: a body refused for its number of values would not test the later steps. */
const atMost: readonly (readonly [string, object, string])[] = [
  ['empty lists', echo(), '[]'],
  ['short texts', echo(), '"a"'],
  ['texts of a format', echo({ type: 'array', items: { type: 'string', format: 'email' } }), '"a@b.c"'],
  ['unique items', echo({ type: 'array', uniqueItems: true }), '1'],
  ['items of CEL', branch('start.o.all(x, x >= 0)'), '1'],
  ['items of CEL in a loop of CEL', branch('start.o.all(x, start.o.all(y, y >= 0))'), '1'],
  ['items of CEL in a hidden loop of CEL', branch('start.o.map(x, {"l": start.o}).all(p, p.l.all(q, q >= 0))'), '1'],
];

const hostile: readonly (readonly [string, object, string])[] = [
  ['empty lists', echo(), list('[]')],
  ['lists of empty lists', echo(), list(list('[]', 300))],
  ['numbers', echo(), list('1')],
  ['short texts', echo(), list('"a"')],
  ['many keys', echo(), `{${Array.from({ length: 300_000 }, (_, index) => `"k${index}":1`).join(',')}}`],
  ['one long text', echo(), JSON.stringify('x'.repeat(4.5 * MB))],
  ['a deep value', echo(), `${'['.repeat(190)}1${']'.repeat(190)}`],
  ['a value that is too deep', echo(), `${'['.repeat(2 * MB)}${']'.repeat(2 * MB)}`],
  ...['email', 'date-time', 'uri', 'hostname', 'ipv4', 'ipv6', 'uuid'].map(
    (format) => [`a long ${format}`, echo({ type: 'string', format }), JSON.stringify(`a@${'.'.repeat(4.5 * MB)}@`)] as const,
  ),
  ['many texts of a format', echo({ type: 'array', items: { type: 'string', format: 'email' } }), list('"a@b.c"')],
  ...atMost.map(([name, document, part]) => [`as many ${name} as may be`, document, several(part)] as const),
  ['as many keys as may be', echo(), `{${Array.from({ length: 60_000 }, (_, index) => `"k${index}":1`).join(',')}}`],
];

test.each(hostile)('%s do not block the event loop', async (_, document, value) => {
  const body = Buffer.from(`{"document":${JSON.stringify(document)},"inputs":{"o":${value}}}`);
  const api = await startApi(database);
  const stand = await longestBlockMs(async () => {
    const { status } = await rawRequest(`${api.url}/api/v1/runs`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: [body],
    });
    expect(status).not.toBe(500);
  });
  expect(stand).toBeLessThan(BLOCK_LIMIT_MS);
});
