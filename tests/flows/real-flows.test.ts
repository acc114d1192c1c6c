import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { MemoryValueStore } from '#engine/memory/memory-value-store.ts';
import { makeToolKit } from '#engine/tool-handlers/make-tool-kit.ts';
import type { JsonValue } from '#lib/json/json-value.ts';
import type { DatabaseClient } from '#lib/ports/database-client.ts';
import type { RunOutcome } from '#lib/ports/run-service.ts';
import { formatWorkflow } from '#lib/workflow/format-workflow.ts';
import { readWorkflow } from '#lib/workflow/read-workflow.ts';
import { validateWorkflow } from '#lib/workflow/validate-workflow.ts';
import type { Workflow } from '#lib/workflow/workflow.ts';
import { nodeRegistry } from '#nodes/registry.gen.ts';
import { makeMailer } from '#server/connections/mailer.ts';
import { makeSafeFetch } from '#server/fetch/safe-fetch.ts';
import type { RequestBody } from '../support/fake-model/answer.ts';
import { type LoopbackServer, startLoopbackServer } from '../support/loopback-server.ts';
import { MemoryRunStore } from '../support/memory-run-store.ts';
import { type ScriptedAnswer, startScriptedModel } from '../support/scripted-model.ts';
import { startSmtpServer } from '../support/smtp-server.ts';
import { eventsOf, TestEngine } from '../support/test-engine.ts';

const folder = new URL('../fixtures/real/', import.meta.url);
const files = readdirSync(folder)
  .filter((file) => file.endsWith('.json'))
  .sort();
const MAIL = { user: 'robot', password: 'pw-1b7d2c55' };

function read(file: string): Workflow {
  const { workflow } = readWorkflow(JSON.parse(readFileSync(new URL(`${file}.workflow.json`, folder), 'utf8')), nodeRegistry);
  if (!workflow) throw new Error(`${file} cannot be read`);
  return workflow;
}

/** As a client sends them. */
function messagesOf({ messages = [] }: RequestBody): readonly { role?: string; content?: unknown }[] {
  return messages;
}

type World = {
  /** Answers of the service by method and path; a list is answered one after the other. */
  readonly service?: Readonly<Record<string, unknown>>;
  readonly model?: (prompt: string, body: RequestBody) => ScriptedAnswer;
  readonly database?: (query: string, parameters: readonly JsonValue[]) => { rows: Record<string, JsonValue>[]; count: number };
};

/** A service, a model and a mail server on loopback, and a database that answers as the test says. */
async function startWorld({ service = {}, model = () => ({ text: 'fine' }), database }: World) {
  const asked = new Map<string, number>();
  const server: LoopbackServer = await startLoopbackServer((request, response) => {
    const key = `${request.method} ${request.url?.split('?')[0]}`;
    const index = asked.get(key) ?? 0;
    asked.set(key, index + 1);
    const found = service[key];
    const answer = Array.isArray(found) ? found[Math.min(index, found.length - 1)] : found;
    const value = typeof answer === 'function' ? answer(request.url) : answer;
    response
      .writeHead(found === undefined ? 500 : 200, { 'content-type': 'application/json' })
      .end(JSON.stringify(value ?? null));
  });
  const { models } = await startScriptedModel((body) => {
    const { content } = messagesOf(body).findLast(({ role }) => role === 'user') ?? {};
    return model(typeof content === 'string' ? content : JSON.stringify(content), body);
  });
  const mail = await startSmtpServer(MAIL);
  onTestFinished(() => mail.stop());
  const fetch = makeSafeFetch({ allowedPrivateHosts: [server.host] });
  onTestFinished(() => fetch.close());
  const store = new MemoryRunStore();
  const place = `127.0.0.1:${mail.port}`;
  const mailer = makeMailer({
    open: async () => ({
      name: 'mail',
      hosts: [place],
      value: { type: 'smtp', fields: { host: '127.0.0.1', port: mail.port, ...MAIL, from: 'robot@example.com', tls: 'off' } },
    }),
    hosts: { allowedPrivateHosts: () => [place] },
  });
  const databases: DatabaseClient = {
    query: async ({ query, parameters }) => database?.(query, parameters) ?? { rows: [], count: 0 },
  };
  const values = new MemoryValueStore({ now: Date.now });
  const tools = makeToolKit({ payloads: store, values, databases, mail: mailer });
  const engine = new TestEngine({ models, fetch, store, tools });
  const run = async (file: string, inputs: Record<string, unknown> = {}): Promise<RunOutcome> => {
    const workflow = read(file);
    const settings = { ...workflow.settings };
    if (settings.credentials?.mail) settings.credentials = { ...settings.credentials, mail: { type: 'smtp', hosts: [place] } };
    return engine.run({ ...workflow, settings }, { base: server.origin, ...inputs });
  };
  const sent = (method: string, path: string) =>
    server.hits.filter((hit) => hit.method === method && hit.url.split('?')[0] === path).map(({ body }) => JSON.parse(body));
  return { engine, run, sent, mail, hits: server.hits };
}

test.each(files)('%s is valid, without a warning, and formatted', (file) => {
  const text = readFileSync(new URL(file, folder), 'utf8');
  const { workflow } = readWorkflow(JSON.parse(text), nodeRegistry);
  const { errors, warnings } = validateWorkflow(workflow as Workflow, nodeRegistry);
  expect([...errors, ...warnings]).toEqual([]);
  expect(formatWorkflow(workflow as Workflow)).toBe(text);
});

test('there are sixteen, and each is run here', () => {
  const source = readFileSync(fileURLToPath(import.meta.url), 'utf8');
  expect(files).toHaveLength(16);
  expect(files.filter((file) => !source.includes(`run('${file.replace('.workflow.json', '')}'`))).toEqual([]);
});

test('support-triage files the reply of the branch that the model chose', async () => {
  const model = (prompt: string): ScriptedAnswer =>
    prompt.startsWith('Answer about a bug') ? { text: 'We are on it.' } : { text: '{"class":"bug"}' };
  const { run, sent } = await startWorld({ service: { 'POST /tickets': { id: 7 } }, model });
  expect(await run('support-triage', { message: 'It crashes' })).toMatchObject({
    status: 'succeeded',
    outputs: { ticket: 7, queue: 'bug' },
  });
  expect(sent('POST', '/tickets')).toMatchObject([{ queue: 'bug', message: 'It crashes', reply: 'We are on it.' }]);
});

test('invoice-approval books a small invoice, and asks about a large one', async () => {
  let amount = 20;
  const model = () => ({ text: JSON.stringify({ vendor: 'Acme', amount }) });
  const service = { 'GET /invoices/7': { text: 'Acme' }, 'POST /ledger': { booked: true } };
  const { run, sent, engine } = await startWorld({ service, model });
  expect((await run('invoice-approval', { invoice: '7' })).outputs).toEqual({ booked: true });
  amount = 5000;
  const { runId, status, approvals = [] } = await run('invoice-approval', { invoice: '7' });
  expect(status).toBe('waiting');
  const args = { vendor: 'Acme', amount: 4900 };
  engine.store.database.approvals.decide({ runId, actionId: approvals[0]?.actionId ?? '', isConfirmed: true, args, nowMs: 0 });
  await engine.engine.resumeWithDecisions(runId);
  await expect
    .poll(async () => (await engine.events(runId)).at(-1))
    .toMatchObject({ status: 'succeeded', outputs: { booked: true } });
  expect(sent('POST', '/ledger')).toEqual([{ vendor: 'Acme', amount: 20 }, args]);
});

test('sheet-enrichment looks each company up once and writes all rows back', async () => {
  const values = [{ company: 'Acme' }, { company: 'Bolt', country: 'DE' }, { company: 'Acme' }, { company: 'Cafe' }];
  const country = (url: string) => ({ country: url.endsWith('Acme') ? 'US' : 'FR' });
  const service = { 'GET /sheets/s1/rows': { values }, 'GET /companies': country, 'PUT /sheets/s1/rows': {} };
  const { run, sent, hits } = await startWorld({ service });
  const { outputs } = await run('sheet-enrichment', { sheet: 's1' });
  expect(outputs.status).toBe(200);
  expect(sent('PUT', '/sheets/s1/rows')).toEqual([
    {
      values: [
        { company: 'Acme', country: 'US' },
        { company: 'Bolt', country: 'DE' },
        { company: 'Acme', country: 'US' },
        { company: 'Cafe', country: 'FR' },
      ],
    },
  ]);
  expect(hits.filter(({ url }) => url.startsWith('/companies'))).toHaveLength(2);
});

test('daily-digest mails a summary of the three newest items', async () => {
  const items = [1, 4, 2, 3].map((day) => ({ title: `Day ${day}`, url: `u${day}`, published: `2026-03-0${day}`, text: 'x' }));
  const { run, mail } = await startWorld({ service: { 'GET /feed.json': { items } }, model: (prompt) => ({ text: prompt }) });
  const { outputs } = await run('daily-digest', { to: 'ada@example.com' });
  expect(outputs).toEqual({ count: 3, accepted: ['ada@example.com'] });
  expect(mail.received[0]?.subject).toBe('News: 3');
  expect(mail.received[0]?.text?.match(/Day \d/g)).toEqual(['Day 4', 'Day 3', 'Day 2']);
});

test('webhook-once posts an order once', async () => {
  const { run, sent } = await startWorld({ service: { 'POST /channel': { ok: true } } });
  const order = { id: 9, total: 12.5 };
  expect((await run('webhook-once', { order })).outputs).toEqual({ posted: true });
  expect((await run('webhook-once', { order })).outputs).toEqual({ skipped: 'orders/9' });
  expect(sent('POST', '/channel')).toEqual([{ text: 'Order 9: 12.5 EUR' }]);
});

test('crm-sync writes the open orders by parameters', async () => {
  const written: unknown[] = [];
  const orders = [1, 2, 3].map((id) => ({ id, total: id * 10, state: id === 2 ? 'paid' : 'open' }));
  const database: World['database'] = (_query, parameters) => {
    written.push(parameters);
    return { rows: [], count: 1 };
  };
  const { run } = await startWorld({ service: { 'GET /orders': { orders } }, database });
  expect(await run('crm-sync')).toMatchObject({ status: 'succeeded', outputs: { saved: 2 } });
  expect(written.sort()).toEqual([
    [1, 10],
    [3, 30],
  ]);
});

test('weekly-report sums the sales of each region', async () => {
  const rows = [
    { region: 'south', total: 2 },
    { region: 'north', total: 5 },
    { region: 'south', total: 3 },
  ];
  const { run, sent } = await startWorld({ service: { 'POST /reports': { id: 'r1' } }, database: () => ({ rows, count: 3 }) });
  expect((await run('weekly-report')).outputs).toEqual({ lines: ['north: 5', 'south: 5'], report: 'r1' });
  expect(sent('POST', '/reports')).toEqual([{ text: 'north: 5\nsouth: 5' }]);
});

test('poll-job looks until the job is done', async () => {
  const states = ['queued', 'running', 'done'].map((state) => ({ state }));
  const service = { 'POST /jobs': { id: 'j1' }, 'GET /jobs/j1': states, 'GET /jobs/j1/result': { url: 'https://cdn.example/v' } };
  const { run, hits } = await startWorld({ service });
  expect((await run('poll-job')).outputs).toEqual({ result: 'https://cdn.example/v' });
  expect(hits.filter(({ url }) => url === '/jobs/j1')).toHaveLength(3);
});

test('write-until-good revises with the advice of its reviewer', async () => {
  let score = 4;
  const prompts: string[] = [];
  const model = (prompt: string): ScriptedAnswer => {
    prompts.push(prompt);
    if (prompt.startsWith('Review')) score += 3;
    return prompt.startsWith('Review') ? { text: JSON.stringify({ score, advice: 'shorter' }) } : { text: 'A text' };
  };
  const { run } = await startWorld({ model });
  expect((await run('write-until-good', { topic: 'tea' })).outputs).toEqual({ score: 10 });
  expect(prompts.filter((prompt) => prompt.startsWith('Write'))).toEqual([
    'Write about tea. Advice: none yet',
    'Write about tea. Advice: shorter',
  ]);
});

test('rate-guard refuses what is above the quota', async () => {
  const { run } = await startWorld({});
  const results = [];
  for (let call = 0; call < 3; call++) results.push((await run('rate-guard', { customer: 'acme' })).outputs);
  expect(results).toEqual([{ answer: 'fine' }, { answer: 'fine' }, { refused: 3 }]);
});

test('reminder mails about a quote that is still open after a time', async () => {
  const service = { 'GET /quotes/q1': { state: 'sent', customer: 'ada@example.com' }, 'GET /quotes/q2': { state: 'signed' } };
  const { run, mail } = await startWorld({ service });
  expect((await run('reminder', { quote: 'q1' })).outputs).toEqual({ reminded: ['ada@example.com'] });
  expect((await run('reminder', { quote: 'q2' })).outputs).toEqual({ state: 'signed' });
  expect(mail.received.map(({ subject }) => subject)).toEqual(['Your quote q1']);
});

test('moderation does what the risk of a comment asks for', async () => {
  const service = Object.fromEntries(['hide', 'queue', 'publish'].map((action) => [`POST /comments/${action}`, { action }]));
  const model = (prompt: string) => ({ text: JSON.stringify({ risk: Number(prompt.split(': ')[1]), reason: 'words' }) });
  const { run, sent } = await startWorld({ service, model });
  const actions = [];
  for (const comment of ['0.9', '0.5', '0.1']) actions.push((await run('moderation', { comment })).outputs.action);
  expect(actions).toEqual(['hide', 'queue', 'publish']);
  expect(sent('POST', '/comments/hide')).toEqual([{ comment: '0.9', reason: 'words' }]);
});

test('fallback-service asks the second service when the first fails', async () => {
  const { run } = await startWorld({ service: { 'GET /weather': { degrees: 21 } } });
  expect(await run('fallback-service', { city: 'Turin' })).toMatchObject({ status: 'succeeded', outputs: { degrees: 21 } });
});

test('assistant-with-orders answers from what its tool found', async () => {
  const model = (prompt: string, body: RequestBody): ScriptedAnswer => {
    const url = /http:\S+orders\//.exec(prompt)?.[0] ?? '';
    const isDone = messagesOf(body).some(({ role }) => role === 'tool');
    return isDone ? { text: 'It was shipped.' } : { calls: [{ name: 'http_request', args: JSON.stringify({ url: `${url}7` }) }] };
  };
  const service = { 'GET /orders/7': { state: 'shipped' }, 'POST /conversations': {} };
  const { run, sent, hits } = await startWorld({ service, model });
  expect((await run('assistant-with-orders', { question: 'Where is order 7?' })).outputs).toEqual({ answer: 'It was shipped.' });
  expect(hits.some(({ url }) => url === '/orders/7')).toBe(true);
  expect(sent('POST', '/conversations')).toEqual([{ question: 'Where is order 7?', answer: 'It was shipped.' }]);
});

test('translate-everywhere files one text for each language, in order', async () => {
  const model = (prompt: string) => ({ text: `in ${/into (\w+)/.exec(prompt)?.[1]}` });
  const { run, sent } = await startWorld({ service: { 'PUT /translations': {} }, model });
  const languages = ['de', 'fr', 'zh', 'pt', 'ja'];
  expect((await run('translate-everywhere', { text: 'Hello', languages })).outputs).toEqual({ count: 5 });
  expect(sent('PUT', '/translations')).toEqual([languages.map((language) => ({ language, text: `in ${language}` }))]);
});

test('competitor-watch reports a price that has changed since the last run', async () => {
  const prices = [10, 10, 12].map((price) => ({ price }));
  const { run, sent, engine } = await startWorld({ service: { 'GET /products/p': prices, 'POST /channel': {} } });
  const results = [];
  for (let day = 0; day < 3; day++) results.push(await run('competitor-watch', { product: 'p' }));
  expect(results.map(({ outputs }) => outputs.changed)).toEqual([false, false, true]);
  expect(sent('POST', '/channel')).toEqual([{ text: 'p: 10 to 12' }]);
  const events = await engine.events(results[0]?.runId ?? '');
  expect(eventsOf(events, 'effect_finished').map(({ nodeId }) => nodeId)).toEqual(['keep']);
});
