import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cli, scratchFolder } from '#tests/support/cli-process.ts';
import { type DatabaseLocation, makeDatabaseLocation } from '#tests/support/databases.ts';
import { callApi } from '#tests/support/published-endpoint.ts';
import { ServerProcess } from '#tests/support/server-process.ts';

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

const tools = (...args: string[]) => cli(['tools', ...args, '--server', server.url], { env: {} });

const document = `
openapi: 3.0.3
info: { title: Shop, version: '1' }
servers: [{ url: 'https://shop.example/v1' }]
paths:
  /orders:
    get: { operationId: listOrders, summary: List orders, responses: { '200': { description: ok } } }
    post: { operationId: addOrder, summary: Add an order, responses: { '200': { description: ok } } }
`;

test('a skill is downloaded, kept where there is a file, and imported', async () => {
  const skills = (...args: string[]) => cli(['skills', ...args, '--server', server.url], { env: {} });
  expect((await skills('list')).stdout).toContain('deep_research  Deep research\n');
  const file = join(scratchFolder(), 'research.zip');
  expect(await skills('download', 'deep_research', '--out', file)).toMatchObject({ code: 0, stdout: `deep_research  ${file}\n` });
  expect(await skills('download', 'ppt', '--out', file)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('exists: kept'),
  });
  // It is the same skill, also under the name that the public format gives it.
  expect(await skills('import', file)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("another skill 'deep_research'"),
  });
  expect(await skills('import', file, '--force')).toMatchObject({ code: 0, stdout: 'deep_research  Deep research\n' });
  expect(await skills('import', file, '--force', '--json')).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^\{"name"/),
  });
  expect(await skills('eat')).toMatchObject({ code: 2, stderr: expect.stringContaining("not 'eat'") });
});

test('a service is added by its document, listed, and removed', async () => {
  const file = join(scratchFolder(), 'shop.yaml');
  writeFileSync(file, document);
  const credential = { type: 'bearer', name: 'shop', hosts: ['shop.example'], fields: { token: 'secret-token' } };
  await callApi(`${server.url}/api/v1/credentials`, { body: credential });
  expect(await tools('add', 'shop', file, '--credential', 'shop')).toMatchObject({
    code: 0,
    stdout: 'shop@listOrders  List orders\n',
  });
  expect((await tools('list')).stdout).toContain('shop@listOrders  List orders\n');
  const again = await tools('add', 'shop', file);
  expect(again.code).not.toBe(0);
  expect(again.stderr).toContain("There is another service 'shop'");
  expect(await tools('remove', 'shop')).toMatchObject({ code: 0 });
  expect((await tools('list')).stdout).not.toContain('shop@');
});

test('one is added from a recipe, with the operations that are named', async () => {
  expect((await tools('recipes')).stdout).toMatch(/^slack {2}Slack: \d+ operations$/m);
  const added = await tools('add', 'team', '--recipe', 'slack', '--operation', 'chat_postMessage');
  expect(added).toMatchObject({ code: 0, stdout: 'team@chat_postMessage  Post a message\n' });
});

test.each([
  [['add'], 'Name the service'],
  [['add', 'x'], 'Give a document or --recipe'],
  [['add', 'x', '/no/such/file.json'], '/no/such/file.json cannot be read'],
  [['add', 'x', '--recipe', 'slack', '--credential', 'none'], "There is no credential 'none' on the server"],
  [['dance'], "tools can list, recipes, add and remove, not 'dance'"],
])('%j says what is wrong', async (args, message) => {
  const { code, stderr } = await tools(...args);
  expect(code).not.toBe(0);
  expect(stderr).toContain(message);
});
