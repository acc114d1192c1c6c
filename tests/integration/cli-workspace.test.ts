import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { formatWorkflow } from '#lib/workflow/format-workflow.ts';
import type { Workflow } from '#lib/workflow/workflow.ts';
import { type CliResult, cli, eventsIn, scratchFolder } from '#tests/support/cli-process.ts';
import { type DatabaseLocation, makeDatabaseLocation } from '#tests/support/databases.ts';
import { callApi, publish } from '#tests/support/published-endpoint.ts';
import { ServerProcess } from '#tests/support/server-process.ts';
import { workflowOf } from '#tests/support/test-engine.ts';

/** Commands that work on what a server has: conversations, logs, triggers and documents. */
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

/** Says what it reads, and counts the messages of its session. */
const counting = workflowOf(
  {
    start: ['start', { inputs: [{ name: 'message', type: 'text', required: true }] }],
    first: ['reply', { text: 'Reading {{start.message}}.' }],
    count: ['set', { target: 'session', values: { seen: 1 }, operations: { seen: 'add' } }],
    second: ['reply', { text: 'Message {{count.seen}}.' }],
    end: ['end', { outputs: {} }],
  },
  ['start -> first', 'first -> count', 'count -> second', 'second -> end'],
  { session: { variables: [{ name: 'seen', type: 'number' }] } },
);
const echo: Workflow = {
  ...workflowOf(
    { start: ['start', { inputs: [{ name: 'text', type: 'text', required: true }] }], end: ['end', { outputs: {} }] },
    ['start -> end'],
  ),
  triggers: [
    { id: 'hook', type: 'webhook', config: { auth: 'none' }, inputs: { text: '{{trigger.body.text}}' } },
    { id: 'guarded', type: 'webhook', config: { auth: 'token' }, inputs: { text: '{{trigger.body.text}}' } },
  ] as never,
};

const run = (...args: string[]): Promise<CliResult> => cli(args, { env: { THREADLOOM_URL: server.url } });
const talk = (key: string, stdin: string, ...args: string[]): Promise<CliResult> =>
  cli(['chat', ...args], { env: { THREADLOOM_URL: server.url, THREADLOOM_API_KEY: key }, stdin });

test('chat: turns of one session, its answers, and what is wrong', async () => {
  const { slug, key } = await publish(server.url, counting);
  const first = await talk(key, '', slug, '--session', 's', '--message', 'one');
  expect(first).toEqual({ code: 0, stdout: 'Reading one.\n\nMessage 1.\n', stderr: '' });
  expect(await talk(key, 'two\n', slug, '--session', 's')).toEqual({
    code: 0,
    stdout: 'Reading two.\n\nMessage 2.\n',
    stderr: '',
  });
  const other = await talk(key, 'three', slug, '--json');
  expect(eventsIn(other.stdout).at(-1)).toMatchObject({ type: 'done', status: 'succeeded' });
  expect(other.stderr).toMatch(/The session is cli-/);
  expect(await talk(key, '', slug)).toMatchObject({ code: 2, stderr: expect.stringContaining('There is no message') });
  const { key: foreign } = await publish(server.url, counting);
  expect(await talk(foreign, 'x', slug)).toMatchObject({ code: 1, stderr: expect.stringContaining('key') });
  expect(await talk('', 'x', slug)).toMatchObject({ code: 2, stderr: expect.stringContaining('THREADLOOM_API_KEY') });
});

test('logs: lists runs, and shows the events of one', async () => {
  const { slug, key, workflowId } = await publish(server.url, counting);
  await talk(key, '', slug, '--message', 'one');
  const listed = await run('logs', '--workflow', workflowId);
  expect(listed.stdout).toMatch(new RegExp(`^run_\\w+ {2}succeeded {2}test, ${slug}, .* tokens\n$`));
  const [runId = ''] = listed.stdout.split(' ');
  const shown = await run('logs', runId, '--json');
  const events = eventsIn(shown.stdout);
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
  expect((await run('logs', runId, '--follow')).stdout).toContain('✓ succeeded');
  const half = String(events.at(-2)?.seq);
  expect(eventsIn((await run('logs', runId, '--json', '--after', half)).stdout)).toEqual(events.slice(-1));
  expect(await run('logs', 'run_none')).toMatchObject({ code: 1, stderr: expect.stringContaining('run_none') });
  expect(await run('logs', '--status', 'done')).toMatchObject({ code: 2, stderr: expect.stringContaining('--status done') });
});

test('triggers: lists them with events, switches them, sets a secret, and replays', async () => {
  const { slug, workflowId } = await publish(server.url, echo);
  const address = `${server.url}/api/v1/hooks/${slug}/hook`;
  const { stdout } = await run('triggers', 'list', workflowId);
  expect(stdout).toContain(`${slug} hook  webhook: on\n    ${address}\n`);
  expect(stdout).toContain(`${slug} guarded  webhook: on, refuses requests: it has no secret\n`);
  await callApi(address, { body: { text: 'hi' } });
  const listed = () => run('triggers', 'events', slug, 'hook', '--status', 'started', '--json');
  await expect.poll(async () => (await listed()).stdout, { timeout: 20_000 }).toContain('"status":"started"');
  const { eventId } = JSON.parse((await listed()).stdout) as { eventId: string };
  expect((await run('triggers', 'replay', eventId)).stdout).toMatch(/^run_\w+\n$/);
  expect((await run('triggers', 'off', slug, 'hook')).stdout).toContain('webhook: off');
  expect((await callApi(address, { body: { text: 'hi' } })).status).toBe(404);
  expect((await run('triggers', 'secret', slug, 'guarded')).stdout.trim().length).toBeGreaterThan(20);
  expect(await run('triggers', 'on', slug)).toMatchObject({ code: 2, stderr: expect.stringContaining('Name the endpoint') });
});

test('export and import: documents return as they were, and files with other content are kept', async () => {
  const workflow = { ...counting, name: 'Echo / 回声' };
  const { slug, workflowId } = await publish(server.url, workflow);
  const folder = scratchFolder();
  const out = await run('export', workflowId, '--out', folder);
  const file = join(folder, 'echo-回声.workflow.json');
  expect(out).toMatchObject({ code: 0, stdout: `${workflowId}  ${file}\n` });
  const text = readFileSync(file, 'utf8');
  expect(text).toBe(formatWorkflow(workflow));

  const made = await run('import', file);
  const [id = ''] = made.stdout.split(' ');
  expect(made).toMatchObject({ code: 0, stdout: expect.stringMatching(/^wf_/) });
  expect((await run('export', id, '--out', '-')).stdout).toBe(text);

  const changed = formatWorkflow({ ...workflow, description: 'changed' });
  writeFileSync(file, changed);
  expect(await run('export', workflowId, '--out', folder)).toMatchObject({ code: 1, stderr: expect.stringContaining('--force') });
  expect(readFileSync(file, 'utf8')).toBe(changed);
  expect((await run('import', file, '--into', workflowId)).code).toBe(0);
  expect((await run('export', slug, '--out', '-')).stdout).toBe(changed);
  expect((await run('export', slug, '--out', '-', '--published')).stdout).toBe(text);
  expect((await run('export', '--all', '--out', join(folder, 'all'))).stdout.split('\n').length).toBeGreaterThan(3);

  writeFileSync(file, formatWorkflow({ ...workflow, edges: [] }));
  expect(await run('import', file)).toMatchObject({ code: 1, stderr: expect.stringContaining('error') });
  writeFileSync(file, '{}');
  expect((await run('import', file)).code).toBe(2);
});
