import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { ToolHandler } from '#engine/contract/define-tool-handler.ts';
import { makeToolKit } from '#engine/tool-handlers/make-tool-kit.ts';
import { workspaceId } from '#lib/ports/run-store.ts';
import { makeCommands } from '#server/commands/make-commands.ts';
import { makeDocumentReader } from '#server/documents/make-document-reader.ts';
import { makeWorkspaceFiles } from '#server/storage/workspace-files.ts';
import { forkOf } from '../support/fork-run.ts';
import type { MemoryDecision } from '../support/memory-approvals.ts';
import { makeMemoryPayloads } from '../support/memory-payloads.ts';
import { MemoryRunStore } from '../support/memory-run-store.ts';
import { endsOf, eventsOf, TestEngine, workflowOf } from '../support/test-engine.ts';
import { textTool } from '../support/text-tool.ts';

type Handle = (text: string, idempotencyKey: string) => Promise<unknown>;

const definitions = {
  look: textTool('look'),
  post: textTool('post', { effects: 'write' }),
  ask: textTool('ask', { risk: 'medium', effects: 'write' }),
};

/** A process with these tools. `handle` is their handler. */
function engineWith(handle: Handle, store = new MemoryRunStore()): TestEngine {
  const run: ToolHandler = async ({ input, context }) => ({
    data: await handle((input as { text: string }).text, context.idempotencyKey),
    summary: 'done',
  });
  const handlers = Object.fromEntries(
    Object.keys(definitions).map((id) => [id, async () => ({ default: run as ToolHandler<never> })]),
  );
  return new TestEngine({ store, tools: makeToolKit({ definitions, handlers, payloads: makeMemoryPayloads() }) });
}

const flow = (toolName: string, options: Record<string, unknown> = {}) =>
  workflowOf(
    {
      start: ['start', { inputs: [{ name: 'text', type: 'text' }] }],
      call: ['tool-call', { toolName, parameters: { text: '{{start.text}}' } }, options],
      end: ['end', { outputs: { status: '{{call.status}}', data: '{{call.data}}' } }],
    },
    ['start -> call', 'call -> end'],
  );

/** Another process on the same database, after the first one crashed. */
function successorOf(engine: TestEngine, handle: Handle): TestEngine {
  engine.store.expireLeases();
  return engineWith(handle, new MemoryRunStore(engine.store.database));
}

const decide = (engine: TestEngine, runId: string, actionId: string, said: Partial<MemoryDecision> = {}) =>
  engine.store.database.approvals.decide({ runId, actionId, isConfirmed: true, nowMs: 0, ...said });

test('a call runs, and its steps are in the log in order', async () => {
  const { status, outputs, events } = await engineWith(async (text) => ({ said: text })).run(flow('look'), { text: 'tea' });
  expect({ status, outputs }).toEqual({ status: 'succeeded', outputs: { status: 'success', data: { said: 'tea' } } });
  const steps = events
    .filter(({ type }) => type.startsWith('tool_'))
    .map((event) => `${event.type} ${'status' in event && event.status}`);
  expect(steps).toEqual(['tool_call pending', 'tool_call running', 'tool_result success']);
  expect(eventsOf(events, 'node_finished').find(({ nodeId }) => nodeId === 'call')?.toolCalls).toBe(1);
});

test.each(['look', 'post'] as const)('a crash during %s: reads are repeated, writes ask first', async (name) => {
  const reached = Promise.withResolvers<string>();
  const first = engineWith(async (_, key) => {
    reached.resolve(key);
    return new Promise(() => {});
  });
  const { runId, accepted } = await first.start(flow(name), { text: 'tea' });
  await accepted;
  const firstKey = await reached.promise;

  const made: string[] = [];
  const second = successorOf(first, async (_, key) => {
    made.push(key);
    return 'at last';
  });
  expect(await second.resumeLost()).toBe(1);
  if (name === 'post') {
    await expect.poll(() => second.store.database.runs.get(runId)?.status).toBe('waiting');
    expect(made).toEqual([]);
    const [asked] = eventsOf(await second.events(runId), 'confirm_required');
    expect(asked).toMatchObject({ kind: 'effect', tool: 'post' });
    decide(second, runId, asked?.actionId ?? '');
    await second.engine.resumeWithDecisions(runId);
  }
  await expect.poll(() => second.store.database.runs.get(runId)?.status).toBe('succeeded');
  // A receiver that compares the key recognizes the repeated call.
  expect(made).toEqual([firstKey]);
  const events = await second.events(runId);
  expect(eventsOf(events, 'tool_call').filter(({ status }) => status === 'pending')).toHaveLength(1);
  expect(eventsOf(events, 'tool_result')).toHaveLength(1);
});

test.each([
  ['fails its node', {}],
  ['is not made by a retry either', { retry: { attempts: 3, delayMs: 1, factor: 1, on: 'all' } }],
])('an unknown call that a person decides not to repeat %s', async (_, options) => {
  const reached = Promise.withResolvers<void>();
  const first = engineWith(async () => {
    reached.resolve();
    return new Promise(() => {});
  });
  const { runId, accepted } = await first.start(flow('post', options), { text: 'tea' });
  await accepted;
  await reached.promise;
  const made: string[] = [];
  const second = successorOf(first, async (text) => made.push(text));
  await second.resumeLost();
  await expect.poll(() => second.store.database.runs.get(runId)?.status).toBe('waiting');
  const [asked] = eventsOf(await second.events(runId), 'confirm_required');
  decide(second, runId, asked?.actionId ?? '', { isConfirmed: false, comment: 'It arrived' });
  await second.engine.resumeWithDecisions(runId);
  await expect.poll(() => second.store.database.runs.get(runId)?.status).toBe('failed');
  expect(JSON.parse(second.store.database.runs.get(runId)?.error ?? '')).toMatchObject({
    code: 'effect-unknown',
    nodeId: 'call',
    hint: 'It arrived',
  });
  expect(made).toEqual([]);
});

test('a call whose result a person entered is not repeated, and its flow continues with that result', async () => {
  const reached = Promise.withResolvers<void>();
  const first = engineWith(async () => {
    reached.resolve();
    return new Promise(() => {});
  });
  const { runId, accepted } = await first.start(flow('post'), { text: 'tea' });
  await accepted;
  await reached.promise;
  const made: string[] = [];
  const second = successorOf(first, async (text) => made.push(text));
  await second.resumeLost();
  await expect.poll(() => second.store.database.runs.get(runId)?.status).toBe('waiting');
  const [asked] = eventsOf(await second.events(runId), 'confirm_required');
  decide(second, runId, asked?.actionId ?? '', { isConfirmed: false, args: 'It arrived' });
  await second.engine.resumeWithDecisions(runId);
  await expect.poll(() => second.store.database.runs.get(runId)?.status).toBe('succeeded');
  expect(JSON.parse(second.store.database.runs.get(runId)?.outputs ?? '')).toEqual({ status: 'success', data: 'It arrived' });
  expect(made).toEqual([]);
  const [result, ...others] = eventsOf(await second.events(runId), 'tool_result');
  expect(result).toMatchObject({ status: 'success', summary: 'A person said what came of it', result: 'It arrived' });
  expect(others).toEqual([]);
});

test('a call that is decided days later, in another process, runs once, with the edits of the person', async () => {
  const first = engineWith(async () => 'too early');
  const { runId, outcome } = await first.start(flow('ask'), { text: 'tea' });
  const waiting = await outcome;
  expect(waiting).toMatchObject({ status: 'waiting', approvals: [{ tool: 'ask', nodeId: 'call', kind: 'tool' }] });
  const made: string[] = [];
  const second = successorOf(first, async (text) => {
    made.push(text);
    return text;
  });
  decide(second, runId, waiting.approvals?.[0]?.actionId ?? '', { args: { text: 'coffee' } });
  await second.engine.resumeWithDecisions(runId);
  await expect.poll(() => second.store.database.runs.get(runId)?.status).toBe('succeeded');
  expect(made).toEqual(['coffee']);
  expect(JSON.parse(second.store.database.runs.get(runId)?.outputs ?? '')).toEqual({ status: 'success', data: 'coffee' });
  const calls = eventsOf(await second.events(runId), 'tool_call');
  expect(calls.map(({ status, args }) => [status, args])).toEqual([
    ['pending', { text: 'tea' }],
    ['running', { text: 'coffee' }],
  ]);
});

test('a refused call does not fail the flow', async () => {
  const engine = engineWith(async () => 'never');
  const { runId, outcome } = await engine.start(flow('ask'), { text: 'tea' });
  const { approvals = [] } = await outcome;
  decide(engine, runId, approvals[0]?.actionId ?? '', { isConfirmed: false });
  await engine.engine.resumeWithDecisions(runId);
  await expect.poll(() => engine.store.database.runs.get(runId)?.status).toBe('succeeded');
  expect(JSON.parse(engine.store.database.runs.get(runId)?.outputs ?? '')).toEqual({ status: 'cancelled', data: null });
});

test('a call that failed is made again by a retry, and the error port gets the last failure', async () => {
  let tries = 0;
  const failing = engineWith(async () => {
    throw new Error(`no ${++tries}`);
  });
  const retry = { attempts: 3, delayMs: 1, factor: 1, on: 'all' };
  const { status, error, events } = await failing.run(flow('look', { retry }), { text: 'tea' });
  expect({ status, error, tries }).toMatchObject({
    status: 'failed',
    tries: 3,
    error: { code: 'tool-failed', message: 'look failed: no 3' },
  });
  expect(eventsOf(events, 'tool_result').map(({ summary }) => summary)).toEqual([
    'look failed: no 1',
    'look failed: no 2',
    'look failed: no 3',
  ]);
});

test('a retried container makes a failed call again under its key, and asks nobody twice', async () => {
  const keys: string[] = [];
  const engine = engineWith(async (text, key) => {
    if (keys.push(key) === 1) throw new Error('busy');
    return text;
  });
  const again = { retry: { attempts: 2, delayMs: 0, factor: 1, on: 'all' } };
  const { nodes, ...workflow } = workflowOf(
    { box: ['map', { items: ['tea'] }, again], call: ['tool-call', { toolName: 'ask', parameters: { text: '{{map.item}}' } }] },
    [],
  );
  const inside = nodes.map((node) => (node.id === 'call' ? { ...node, parentId: 'box' } : node));
  const { runId } = await engine.run({ ...workflow, nodes: inside });
  const [asked] = eventsOf(await engine.events(runId), 'confirm_required');
  decide(engine, runId, asked?.actionId ?? '');
  await engine.engine.resumeWithDecisions(runId);
  await expect.poll(() => engine.store.database.runs.get(runId)?.status).toBe('succeeded');
  expect(keys).toHaveLength(2);
  expect(new Set(keys).size).toBe(1);
  expect(eventsOf(await engine.events(runId), 'confirm_required')).toHaveLength(1);
});

test('a stop ends a call that never ends', async () => {
  const reached = Promise.withResolvers<void>();
  const engine = engineWith(async () => {
    reached.resolve();
    return new Promise(() => {});
  });
  const { runId, outcome, accepted } = await engine.start(flow('look'), { text: 'tea' });
  await accepted;
  await reached.promise;
  engine.store.database.commands.push({ commandId: 'cmd_1', runId, kind: 'stop', isAcknowledged: false });
  expect(await engine.engine.stop(runId, { graceMs: 2000 })).toBe('stopped');
  expect(await outcome).toMatchObject({ status: 'cancelled' });
  expect(endsOf(await engine.events(runId))).toMatchObject({ call: 'cancelled/run_cancelled' });
});

test('a workflow that names a tool which is not there does not start', async () => {
  await expect(engineWith(async () => 1).start(flow('lok'))).rejects.toMatchObject({
    code: 'workflow-invalid',
    message: expect.stringContaining(`There is no tool 'lok'`),
  });
});

test('a fork does not ask again about an approved tool, unless the node that asked runs again', async () => {
  const engine = engineWith(async (text) => text);
  const { store } = engine;
  const call = (text: string) => ['tool-call', { toolName: 'ask', parameters: { text } }] as [string, Record<string, unknown>];
  const workflow = workflowOf({ one: call('a'), two: call('b') }, ['one -> two']);
  const { runId, approvals = [] } = await engine.run(workflow);
  const nowMs = store.database.now();
  const actionId = approvals[0]?.actionId ?? '';
  store.database.approvals.decide({ runId, actionId, isConfirmed: true, isRemembered: true, nowMs });
  await engine.engine.resumeWithDecisions(runId);
  await expect.poll(async () => endsOf(await engine.events(runId))).toEqual({ one: 'succeeded', two: 'succeeded' });
  const forkFrom = async (nodeId: string) => {
    const { outcome } = await engine.engine.start(forkOf(engine, runId, { from: [nodeId] }));
    return outcome;
  };
  expect(await forkFrom('two')).toMatchObject({ status: 'succeeded' });
  expect(await forkFrom('one')).toMatchObject({ status: 'waiting', approvals: [{ nodeId: 'one', tool: 'ask' }] });
});

test.each<[string, object, string]>([
  ['execute_command', { command: 'cat' }, 'command-not-allowed'],
  ['execute_command', { shell: 'ls | wc' }, 'command-not-allowed'],
  ['execute_command', { command: 'node', workdir: '../..' }, 'path-refused'],
  ['execute_command', { command: 'node', workdir: 'gone' }, 'file-not-found'],
  ['write_file', { path: '../out.md', content: 'x' }, 'path-refused'],
  ['write_file', { path: 'big.md', content: 'x'.repeat(1001) }, 'file-too-large'],
  ['edit_file', { path: 'gone.md', edits: [{ old_text: 'a', new_text: 'b' }] }, 'file-not-found'],
  ['edit_file', { path: 'note.md', edits: [{ old_text: 'coffee', new_text: 'b' }] }, 'passage-not-found'],
  ['edit_file', { path: 'note.md', edits: [{ old_text: 'tea', new_text: 'x'.repeat(1001) }] }, 'file-too-large'],
  ['replace_text', { glob: '/etc/passwd', find: 'a', replace_with: 'b' }, 'path-refused'],
  ['replace_text', { glob: 'gone.md', find: 'a', replace_with: 'b' }, 'file-not-found'],
  ['create_artifact', { name: 'a.md', content: 'a', artifactId: 'gone' }, 'file-not-found'],
  ['code_execute', { script_path: 'gone.py' }, 'file-not-found'],
  ['code_execute', { code: 'return 1', files: ['../a.csv'] }, 'path-refused'],
  ['code_execute', { code: 'return 1', files: ['a/x.csv', 'b/x.csv'] }, 'code-file-invalid'],
  ['ptc', { code: 'return 1' }, 'tool-arguments-invalid'],
  ['http_request', { method: 'POST', url: 'example.org/orders' }, 'url-invalid'],
  ['http_request', { method: 'POST', url: 'ftp://example.org/orders' }, 'url-refused'],
  ['http_request', { method: 'POST', url: 'https://ada:secret@example.org' }, 'url-refused'],
  ['http_request', { method: 'POST', url: 'https://example.org', headers: { Host: 'other' } }, 'request-invalid'],
  ['http_request', { method: 'POST', url: 'https://example.org', headers: { 'x-a': 'a\nb' } }, 'request-invalid'],
  ['http_request', { method: 'POST', url: 'https://example.org', credential: 'shop' }, 'credential-missing'],
  ['read_file', { path: 'gone.md' }, 'file-not-found'],
  ['read_document', { file: '../a.pdf' }, 'path-refused'],
  ['read_url', { url: 'file:///etc/passwd' }, 'url-refused'],
  ['open_url', { url: 'javascript:alert(1)' }, 'tool-arguments-invalid'],
])('a call of %s with %j cannot be made, so no person is asked', async (toolName, parameters, code) => {
  const root = await mkdtemp(join(tmpdir(), 'tool-call-'));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  const files = makeWorkspaceFiles({ root, denyGlobs: [], maxFileBytes: 1000 });
  await files.write(workspaceId('ws_test'), 'note.md', 'tea');
  const commands = makeCommands({ root, allowCommands: ['node'], variables: {} });
  const sandbox = { run: () => Promise.reject(new Error('no code runs here')) };
  const documents = makeDocumentReader();
  const settings = { [toolName]: { approval: 'always' as const } };
  const tools = makeToolKit({ payloads: makeMemoryPayloads(), commands, files, sandbox, documents, settings });
  const flow = workflowOf({ call: ['tool-call', { toolName, parameters }] }, []);
  const { status, events } = await new TestEngine({ tools }).run(flow, {});
  expect(status).toBe('failed');
  expect(events.at(-1)).toMatchObject({ error: { code, nodeId: 'call' } });
  expect(eventsOf(events, 'confirm_required')).toEqual([]);
});
