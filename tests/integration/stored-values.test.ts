import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type WorkspaceId, workspaceId } from '#lib/ports/run-store.ts';
import type { StoreWrite, ValueStore } from '#lib/ports/value-store.ts';
import { reposFor } from '#server/db/repositories/repositories.ts';
import { deleteExpiredValues, PgValueStore } from '#server/db/stores/value-store.ts';
import { type DatabaseLocation, eachDatabase, makeDatabaseLocation } from '#tests/support/databases.ts';
import { callApi } from '#tests/support/published-endpoint.ts';
import { ServerProcess } from '#tests/support/server-process.ts';
import { workflowOf } from '#tests/support/test-engine.ts';

/** A store, a workspace of its own in it, and writes with new ids. */
function makeDesk(store: ValueStore) {
  const workspace: WorkspaceId = workspaceId(`ws_${crypto.randomUUID()}`);
  const write = (change: StoreWrite, writeId: string = crypto.randomUUID()) => store.write(workspace, change, { writeId });
  const read = async (key: string) => (await store.read(workspace, key))?.value;
  return { workspace, write, read };
}

eachDatabase('stored values', (database) => {
  const desk = () => makeDesk(new PgValueStore(database().pool));

  test('are set, read, taken and deleted, whatever they are', async () => {
    const { write, read } = desk();
    const value = { text: "\u0000 \u001e ' $1 🧵 \u2028", list: [1.5, null, { a: true }] };
    expect(await read('k')).toBeUndefined();
    expect(await write({ op: 'set', key: 'k', value })).toEqual({ wasFound: false, value: null });
    expect(await read('k')).toEqual(value);
    expect(await write({ op: 'set', key: 'k', value: null })).toEqual({ wasFound: true, value: null });
    expect(await read('k')).toBeNull();
    expect(await write({ op: 'take', key: 'k' })).toEqual({ wasFound: true, value: null });
    expect(await write({ op: 'take', key: 'k' })).toEqual({ wasFound: false, value: null });
  });

  test('of fifty additions at once all count, and one of fifty looks is the first', async () => {
    const { write, read } = desk();
    const many = Array.from({ length: 50 });
    const sums = await Promise.all(many.map(() => write({ op: 'add', key: 'n', amount: 0.1 })));
    expect(sums.map(({ value }) => value).sort((a, b) => Number(a) - Number(b))).toEqual(
      many.map((_, index) => (index + 1) / 10),
    );
    expect(await read('n')).toBe(5);
    const looks = await Promise.all(many.map(() => write({ op: 'seen', key: 'once' })));
    expect(looks.filter(({ wasFound }) => !wasFound)).toHaveLength(1);
  });

  test.each<StoreWrite>([
    { op: 'add', key: 'k', amount: 1 },
    { op: 'take', key: 'k' },
    { op: 'seen', key: 'k2' },
    { op: 'set', key: 'k', value: 'again' },
  ])('a write with the id of an earlier one changes nothing: $op', async (change) => {
    const { write, read } = desk();
    await write({ op: 'set', key: 'k', value: 7 });
    const first = await write(change, 'write_1');
    await write({ op: 'set', key: 'k', value: 70 });
    const repeated = await Promise.all([write(change, 'write_1'), write(change, 'write_1')]);
    expect(repeated).toEqual([first, first]);
    expect(await read('k')).toBe(70);
  });

  test('two processes that make the same write at once make it once', async () => {
    const { write, read } = desk();
    const sums = await Promise.all(Array.from({ length: 8 }, () => write({ op: 'add', key: 'n', amount: 1 }, 'write_1')));
    expect(sums).toEqual(Array.from({ length: 8 }, () => ({ wasFound: false, value: 1 })));
    expect(await read('n')).toBe(1);
  });

  test('an addition to something else is refused, and named', async () => {
    const { write } = desk();
    await write({ op: 'set', key: 'k', value: '7' });
    await expect(write({ op: 'add', key: 'k', amount: 1 })).rejects.toMatchObject({
      code: 'store-not-a-number',
      message: "The value of 'k' is not a number",
    });
  });

  test('expire by the time of the database: a counter and a seen key from when they began', async () => {
    const { workspace, write, read } = desk();
    const { values } = reposFor(database().db, workspace);
    await write({ op: 'add', key: 'n', amount: 1, ttlMs: 60_000 });
    const { expiresAt } = (await values.get('n')) ?? {};
    await write({ op: 'add', key: 'n', amount: 1, ttlMs: 600_000 });
    expect(await values.get('n')).toMatchObject({ value: 2, expiresAt });
    await write({ op: 'seen', key: 's', ttlMs: 1 });
    await write({ op: 'set', key: 'v', value: 1, ttlMs: 1 });
    await expect.poll(() => read('v')).toBeUndefined();
    await expect.poll(async () => (await write({ op: 'seen', key: 's', ttlMs: 60_000 })).wasFound).toBe(false);
    expect(await write({ op: 'add', key: 'v', amount: 3 })).toEqual({ wasFound: false, value: 3 });
    await write({ op: 'set', key: 'gone', value: 1, ttlMs: 1 });
    await expect.poll(() => read('gone')).toBeUndefined();
    await database().pool.query('INSERT INTO workspaces (id, name) VALUES ($1, $1) ON CONFLICT DO NOTHING', [workspace]);
    await deleteExpiredValues(database().pool);
    const { rows } = await database().pool.query('SELECT key FROM stored_values WHERE workspace_id = $1 ORDER BY key', [
      workspace,
    ]);
    expect(rows).toEqual([{ key: 'n' }, { key: 's' }, { key: 'v' }]);
  });
});

describe('on a server', () => {
  let place: DatabaseLocation;
  let server: ServerProcess;
  beforeAll(async () => {
    place = await makeDatabaseLocation();
    server = await ServerProcess.start(place);
  });
  afterAll(async () => {
    await server?.end();
    await place?.remove();
  });
  const call = (method: string, path: string, body?: object) =>
    callApi(`${server.url}/api/v1${path}`, { method, ...(body && { body }) });

  test('runs keep values for later runs, and the API lists, changes and deletes them', async () => {
    const workflow = workflowOf(
      {
        start: ['start', { inputs: [{ name: 'id', type: 'text', required: true }] }],
        first: ['store', { op: 'seen', key: 'orders/{{start.id}}' }],
        count: ['store', { op: 'add', key: 'count' }],
        end: ['end', { outputs: { count: '{{count.value}}' } }],
        again: ['end', { outputs: { again: '{{first.key}}' } }],
      },
      ['start -> first', 'first.new -> count', 'count -> end', 'first.seen -> again'],
    );
    const run = async (id: string) =>
      (await call('POST', '/runs', { document: workflow, inputs: { id }, mode: 'sync' })).json as {
        outputs?: unknown;
        error?: unknown;
      };
    expect(await run('a')).toMatchObject({ outputs: { count: 1 } });
    expect((await run('b')).outputs).toEqual({ count: 2 });
    expect((await run('a')).outputs).toEqual({ again: 'orders/a' });
    const listed = await call('GET', '/stored-values?search=orders');
    expect(listed.json.items).toMatchObject([{ key: 'orders/b', value: true }, { key: 'orders/a' }]);
    expect(await call('PUT', '/stored-values', { key: 'count', value: 10, ttlMs: 60_000 })).toMatchObject({
      status: 200,
      json: { key: 'count', value: 10, expiresAt: expect.any(String) },
    });
    expect(await call('DELETE', '/stored-value?key=orders%2Fa')).toMatchObject({ status: 204 });
    expect((await run('a')).outputs).toEqual({ count: 11 });
    expect(await call('GET', '/stored-value?key=none')).toMatchObject({ status: 404, json: { error: { code: 'not-found' } } });
    const large = { key: 'k', value: 'x'.repeat(200_001) };
    expect(await call('PUT', '/stored-values', large)).toMatchObject({ status: 413 });
  });
});
