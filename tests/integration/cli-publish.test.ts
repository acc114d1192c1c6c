import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Workflow } from '#lib/workflow/workflow.ts';
import { type CliResult, cli, eventsIn, scratchFolder } from '#tests/support/cli-process.ts';
import { type DatabaseLocation, makeDatabaseLocation } from '#tests/support/databases.ts';
import { bearer, callApi } from '#tests/support/published-endpoint.ts';
import { ServerProcess } from '#tests/support/server-process.ts';
import { workflowOf } from '#tests/support/test-engine.ts';

const TOKEN = 'the-token-of-this-test';
let place: DatabaseLocation;
let server: ServerProcess;

beforeAll(async () => {
  place = await makeDatabaseLocation();
  const entry = '{ provider: openai-compatible, base_url: "http://127.0.0.1:9/v1", model: any }';
  const config = `models: { small: ${entry}, large: ${entry} }`;
  server = await ServerProcess.start({ ...place, config, env: { THREADLOOM_ADMIN_TOKEN: TOKEN } });
});
afterAll(async () => {
  await server?.end();
  await place?.remove();
});

const greet = (template = '{{start.text}}!') =>
  workflowOf(
    {
      start: ['start', { inputs: [{ name: 'text', type: 'text', required: true }] }],
      shout: ['template', { template }],
      end: ['end', { outputs: { answer: '{{shout.text}}' } }],
    },
    ['start -> shout', 'shout -> end'],
  );

function fileOf(workflow: Workflow): string {
  const file = join(scratchFolder(), 'greet.workflow.json');
  writeFileSync(file, JSON.stringify(workflow));
  return file;
}

/** Requests as the owner of the server. */
const owner = (...args: string[]): Promise<CliResult> =>
  cli([...args], { env: { THREADLOOM_ADMIN_TOKEN: TOKEN, THREADLOOM_URL: server.url } });
/** Requests with a key only. */
const caller = (key: string | undefined, ...args: string[]): Promise<CliResult> =>
  cli([...args, '--server', server.url], { env: key === undefined ? {} : { THREADLOOM_API_KEY: key } });

test('a file is published, a key made, the endpoint run, and the key revoked', async () => {
  const first = await owner('deploy', fileOf(greet()), '--slug', 'greet');
  expect(first).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^greet runs version 1 of wf_\w+: POST http.*\/api\/v1\/run\/greet\n$/),
  });
  const second = await owner('deploy', fileOf(greet('{{start.text}}?')), '--slug', 'greet', '--events', 'full');
  // The same workflow, not an additional one.
  expect(second.stdout).toBe(first.stdout.replace('version 1', 'version 2'));

  const made = await owner('keys', 'create', 'greet', '--name', 'shop', '--rate', '2', '--expires', '2999-01-31');
  expect(made).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^tlk_\w+\n$/),
    stderr: expect.stringContaining('not shown again'),
  });
  const key = made.stdout.trim();
  const ran = await caller(key, 'run', 'greet', '--input', 'text=hi', '--json');
  expect(ran).toMatchObject({ code: 0, stderr: '' });
  expect(eventsIn(ran.stdout).at(-1)).toMatchObject({ type: 'done', status: 'succeeded', outputs: { answer: 'hi?' } });
  const seen = await caller(key, 'run', 'greet', '--inputs', '{"text":"hey"}');
  expect(seen).toMatchObject({ code: 0, stdout: expect.stringContaining('hey?') });

  const listed = await owner('keys', 'list', 'greet');
  expect(listed.stdout).toMatch(/^\w{10} {2}shop {2}tlk_\w{10}_…\w{4}, last used .*, 2 runs a minute, expires 2999-01-31T/);
  expect(listed.stdout).not.toContain(key);
  const over = await caller(key, 'run', 'greet', '--input', 'text=hi');
  expect(over).toMatchObject({ code: 1, stderr: expect.stringContaining('2 runs a minute') });
  expect(await owner('keys', 'revoke', 'greet', key.slice(4, 14))).toMatchObject({ code: 0 });
  const refused = await caller(key, 'run', 'greet', '--input', 'text=hi');
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('A key of this endpoint is needed') });
  expect(JSON.parse((await owner('keys', 'list', 'greet', '--json')).stdout)).toMatchObject({ revokedAt: expect.any(String) });
});

test('a document that cannot be published is refused with its problems and leaves nothing behind', async () => {
  const file = fileOf(greet('{{nowhere.text}}'));
  const refused = await owner('deploy', file, '--slug', 'broken');
  expect(refused).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining(`${file}:shout:config.template`) });
  const { json } = await callApi(`${server.url}/api/v1/workflows`, { headers: bearer(TOKEN) });
  expect(JSON.stringify(json)).not.toContain('nowhere');
  expect(await owner('keys', 'create', 'broken')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('no deployment broken'),
  });
});

test('hosts of requests whose address a value chooses are named while publishing, or such requests are refused', async () => {
  const file = fileOf(
    workflowOf({ get: ['http', { url: '{{start.url}}' }], start: ['start', { inputs: [{ name: 'url', type: 'text' }] }] }, [
      'start -> get',
    ]),
  );
  const deploy = (...args: string[]) => owner('deploy', file, '--slug', 'reader', ...args);
  const openHosts = async ({ stdout }: CliResult) => {
    const [, version, id] = /version (\d+) of (wf_\w+)/.exec(stdout) ?? [];
    const answer = await callApi(`${server.url}/api/v1/workflows/${id}/versions/${version}`, { headers: bearer(TOKEN) });
    return (answer.json.reach as { openHosts: string[] }).openHosts;
  };
  const first = await deploy();
  expect(first).toMatchObject({ code: 0, stderr: expect.stringContaining('--hosts') });
  expect(await openHosts(first)).toEqual([]);
  const named = await deploy('--hosts', 'b.example, *.a.example');
  expect(named).toMatchObject({ code: 0, stderr: '' });
  expect(await openHosts(named)).toEqual(['*.a.example', 'b.example']);
  expect(await openHosts(await deploy('--hosts', 'any'))).toEqual(['*']);
  expect(await openHosts(await deploy())).toEqual(['*']);
  expect(await openHosts(await deploy('--hosts', 'none'))).toEqual([]);
  expect(await deploy('--hosts', 'https://a.example')).toMatchObject({ code: 2, stderr: expect.stringContaining('hosts') });
});

test('callers may name the models that were allowed, until nothing is allowed any more', async () => {
  const deploy = (...args: string[]) => owner('deploy', fileOf(greet()), '--slug', 'narrow', ...args);
  const allowed = async () =>
    (await callApi(`${server.url}/api/v1/deployments/narrow`, { headers: bearer(TOKEN) })).json.allow as object;
  expect(await deploy('--allow-models', 'small, largo')).toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringContaining("the model 'largo': there is none. Did you mean 'large'?"),
  });
  expect(
    await deploy(
      '--allow-models',
      'small, large',
      '--allow-tool-names',
      'yes',
      '--allow-caller-tools',
      'yes',
      '--public-card',
      'yes',
      '--allow-decisions',
      'yes',
      '--share-runs',
      'yes',
      '--allow-origins',
      'https://shop.example.com, https://*.example.org',
    ),
  ).toMatchObject({ code: 0 });
  expect(await allowed()).toEqual({
    models: ['small', 'large'],
    toolNames: true,
    decisions: true,
    sharedRuns: true,
    callerTools: true,
    publicCard: true,
    origins: ['https://shop.example.com', 'https://*.example.org'],
  });
  expect(await deploy('--allow-origins', 'shop.example.com')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('https://host'),
  });
  const key = (await owner('keys', 'create', 'narrow')).stdout.trim();
  const run = (model: string) => caller(key, 'run', 'narrow', '--input', 'text=hi', '--model', model, '--json');
  const [started] = eventsIn((await run('large')).stdout);
  const stored = await callApi(`${server.url}/api/v1/runs/${started?.runId}`, { headers: bearer(TOKEN) });
  expect(stored.json).toMatchObject({ status: 'succeeded', model: 'large' });
  expect(await run('huge')).toMatchObject({ code: 2, stdout: '', stderr: expect.stringMatching(/body\.model: .*small, large/) });
  await deploy();
  expect(await allowed()).toEqual({
    models: ['small', 'large'],
    toolNames: true,
    decisions: true,
    sharedRuns: true,
    callerTools: true,
    publicCard: true,
    origins: ['https://shop.example.com', 'https://*.example.org'],
  });
  await deploy(
    '--allow-models',
    'none',
    '--allow-tool-names',
    'no',
    '--allow-decisions',
    'no',
    '--share-runs',
    'no',
    '--allow-caller-tools',
    'no',
    '--public-card',
    'no',
    '--allow-origins',
    'none',
  );
  expect(await allowed()).toEqual({
    models: [],
    toolNames: false,
    decisions: false,
    sharedRuns: false,
    callerTools: false,
    publicCard: false,
    origins: [],
  });
});

test('inputs that do not fit are named, and nothing starts', async () => {
  await owner('deploy', fileOf(greet()), '--slug', 'picky');
  const { stdout } = await owner('keys', 'create', 'picky', '--json');
  const { key } = JSON.parse(stdout) as { key: string };
  expect(await caller(key, 'run', 'picky')).toMatchObject({ code: 2, stderr: expect.stringContaining('picky:inputs.text') });
});

test('an endpoint with an input of several files takes one by --file, and uploads a large one', async () => {
  const flow = greet('{{start.papers[0].name}} {{start.papers[0].sizeBytes | default: "in the inputs"}}');
  const start = flow.nodes.find(({ type }) => type === 'start');
  Object.assign(start?.config ?? {}, { inputs: [{ name: 'papers', type: 'files', required: true }] });
  await owner('deploy', fileOf(flow), '--slug', 'papers');
  const key = (await owner('keys', 'create', 'papers')).stdout.trim();
  const small = fileOf(greet());
  const large = `${small}.bin`;
  writeFileSync(large, Buffer.alloc(1_100_000, 'x'));
  const said = async (path: string) => (await caller(key, 'run', 'papers', '--file', `papers=${path}`)).stdout;
  expect(await said(small)).toContain('in the inputs');
  expect(await said(large)).toContain('1100000');
});

test.each([
  [['deploy', 'x.json', '--server', 'http://127.0.0.1:1'], /--slug/],
  [['deploy', 'x.json', '--slug', 's'], /--server URL, or in THREADLOOM_URL/],
  [['deploy', 'x.json', '--slug', 's', '--events', 'all'], /summary or full/],
  [['deploy', 'x.json', '--slug', 's', '--allow-tool-names', 'some'], /yes or no, not 'some'/],
  [['keys', 'make', 's', '--server', 'http://127.0.0.1:1'], /create, list and revoke/],
  [['keys', 'revoke', 's', '--server', 'http://127.0.0.1:1'], /threadloom keys revoke SLUG KEY_ID/],
  [['keys', 'list', 's', 'abc', '--server', 'http://127.0.0.1:1'], /takes a slug and nothing else/],
  [['keys', 'create', 's', '--expires', 'soon', '--server', 'http://127.0.0.1:1'], /soon is no time/],
  [['run', 'no-file', '--server', 'http://127.0.0.1:1'], /There is no file no-file\. .*THREADLOOM_API_KEY/],
])('%j is explained', async (args, message) => {
  expect(await cli(args)).toMatchObject({ code: 2, stdout: '', stderr: expect.stringMatching(message) });
});

test('a missing token or key is an error, and an unreachable server is named', async () => {
  expect(await cli(['keys', 'list', 'greet', '--server', server.url])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('THREADLOOM_ADMIN_TOKEN'),
  });
  const nobody = { env: { THREADLOOM_API_KEY: 'tlk_x' } };
  expect(await cli(['run', 'greet', '--server', 'http://127.0.0.1:1'], nobody)).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/does not answer/),
  });
  const file = fileOf(greet());
  expect(await cli(['deploy', file, '--slug', 's', '--server', 'http://127.0.0.1:1'])).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/does not answer/),
  });
});
