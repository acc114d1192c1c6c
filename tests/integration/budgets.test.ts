import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Budget } from '#lib/ports/budget-book.ts';
import { workspaceId } from '#lib/ports/run-store.ts';
import type { TokenUsage } from '#lib/run/run-event.ts';
import { BudgetStore } from '#server/db/stores/budget-store.ts';
import { type DatabaseLocation, eachDatabase, makeDatabaseLocation } from '#tests/support/databases.ts';
import { type FakeModel, startFakeModel } from '#tests/support/fake-model/start-fake-model.ts';
import { bearer, callApi, makeKey, publish } from '#tests/support/published-endpoint.ts';
import { ServerProcess } from '#tests/support/server-process.ts';
import { workflowOf } from '#tests/support/test-engine.ts';

const DAY_MS = 86_400_000;
const used = (totalTokens: number, costUsd?: number): TokenUsage => ({
  promptTokens: totalTokens,
  completionTokens: 0,
  totalTokens,
  ...(costUsd !== undefined && { costUsd }),
});

eachDatabase('the book of budgets', (database) => {
  const state = { nowMs: Date.UTC(2026, 10, 22) };
  const makeBook = (workspaceBudget?: Budget) =>
    new BudgetStore({
      pool: database().pool,
      clock: { now: () => state.nowMs },
      workspaceBudget: () => workspaceBudget,
      onError: (error) => {
        throw error;
      },
    });
  const makeRun = () => ({ runId: crypto.randomUUID(), workspaceId: workspaceId(`ws_${crypto.randomUUID()}`) });
  async function makeBudget(maxCostUsd: number | null, maxTokens: number | null) {
    const keyId = crypto.randomUUID().slice(0, 10);
    await database().pool.query("INSERT INTO key_budgets VALUES ($1, $2, $3, 'stop')", [keyId, maxCostUsd, maxTokens]);
    return keyId;
  }

  test('a run without a budget never exceeds one', async () => {
    const [book, run] = [makeBook(), makeRun()];
    await book.bind(run.runId, undefined);
    book.spend(run, used(1e6, 100));
    expect(await book.findHit(run)).toBeUndefined();
  });

  test('nothing is lost where many processes count at once, and the call that crosses the limit is the last', async () => {
    const workspace = makeRun().workspaceId;
    const books = [1, 2, 3, 4].map(() => makeBook({ maxTokens: 1000, onBudget: 'stop' }));
    const runs = books.map(() => ({ ...makeRun(), workspaceId: workspace }));
    await Promise.all(books.map((book, index) => book.bind(runs[index]?.runId ?? '', undefined)));
    const spendOnce = (index: number) => books[index % 4]?.spend(runs[index % 4] as (typeof runs)[0], used(25));
    for (let index = 0; index < 39; index++) spendOnce(index);
    for (const [index, book] of books.entries()) await book.findHit(runs[index] as (typeof runs)[0]);
    expect(await books[0]?.findHit(runs[0] as (typeof runs)[0])).toBeUndefined();
    spendOnce(3);
    await books[3]?.findHit(runs[3] as (typeof runs)[0]);
    expect(await books[0]?.findHit(runs[0] as (typeof runs)[0])).toMatchObject({
      scope: 'workspace',
      what: 'tokens',
      max: 1000,
      used: 1000,
      day: '2026-11-22',
    });
  });

  test('the tighter one of the key and the workspace is named', async () => {
    const run = makeRun();
    const book = makeBook({ maxCostUsd: 10, onBudget: 'ask' });
    const keyId = await makeBudget(1, null);
    await book.bind(run.runId, keyId);
    book.spend(run, used(5, 2));
    expect(await book.findHit(run)).toMatchObject({
      scope: 'key',
      owner: keyId,
      what: 'cost',
      max: 1,
      used: 2,
      onBudget: 'stop',
    });
    const other = { ...makeRun(), workspaceId: run.workspaceId };
    await book.bind(other.runId, undefined);
    expect(await book.findHit(other)).toBeUndefined();
    book.spend(other, used(5, 9));
    expect(await book.findHit(other)).toMatchObject({ scope: 'workspace', used: 11, onBudget: 'ask' });
  });

  test('another process that resumes the run counts for the same key', async () => {
    const run = makeRun();
    await makeBook().bind(run.runId, await makeBudget(null, 10));
    const later = makeBook();
    later.spend(run, used(10));
    expect(await later.findHit(run)).toMatchObject({ scope: 'key', what: 'tokens', used: 10 });
  });

  test('a budget that was raised lasts longer, for that day alone', async () => {
    const run = makeRun();
    const book = makeBook();
    await book.bind(run.runId, await makeBudget(null, 10));
    book.spend(run, used(12));
    const hit = await book.findHit(run);
    if (!hit) throw new Error('it was not used up');
    await book.raise(hit, run, 20);
    await book.raise(hit, run, 15);
    expect(await book.findHit(run)).toBeUndefined();
    book.spend(run, used(8));
    expect(await book.findHit(run)).toMatchObject({ max: 20, used: 20 });
    state.nowMs += DAY_MS;
    expect(await book.findHit(run)).toBeUndefined();
    book.spend(run, used(10));
    expect(await book.findHit(run)).toMatchObject({ max: 10, used: 10, day: '2026-11-23' });
  });
});

const ask = workflowOf(
  {
    start: ['start', { inputs: [] }],
    model: ['llm', { userPrompt: 'Say something' }],
    end: ['end', { outputs: { answer: '{{model.output}}' } }],
  },
  ['start -> model', 'model -> end'],
);

describe('budgets of a server', () => {
  let place: DatabaseLocation;
  let fake: FakeModel;
  let server: ServerProcess;
  const api = (path: string) => `${server.url}/api/v1${path}`;
  const run = (slug: string, key: string) => callApi(api(`/run/${slug}`), { body: { inputs: {} }, headers: bearer(key) });

  beforeAll(async () => {
    place = await makeDatabaseLocation();
    fake = await startFakeModel();
    const model = `models:\n  main:\n    provider: openai-compatible\n    base_url: ${fake.url}\n    model: fake-t20-d0\n`;
    server = await ServerProcess.start({ ...place, config: `${model}limits:\n  day:\n    max_tokens: 1000000000\n` });
  });
  afterAll(async () => {
    await server?.end();
    await fake?.stop();
    await place?.remove();
  });

  test('the run after the one that exceeded the budget of its key fails with a clear error; other keys are not affected', async () => {
    const { slug, key, keyId } = await publish(server.url, ask, { key: { budget: { maxTokens: 1 } } as never });
    expect((await run(slug, key)).json).toMatchObject({ status: 'succeeded' });
    const { json } = await run(slug, key);
    expect(json).toMatchObject({
      status: 'failed',
      reason: 'budget_exceeded',
      error: { code: 'key-token-budget', nodeId: 'model' },
    });
    const stored = await callApi(api(`/runs/${json.runId}`));
    expect(JSON.stringify(stored.json.error)).toContain(`The key tlk_${keyId}… may use 1 tokens a day`);
    const other = await makeKey(server.url, slug);
    expect((await run(slug, other.key)).json).toMatchObject({ status: 'succeeded' });
    const listed = await callApi(api(`/deployments/${slug}/keys`));
    expect(listed.json).toMatchObject({ items: [{ budget: null }, { budget: { maxTokens: 1, onBudget: 'stop' } }] });
  });

  test('a limit of the run itself that asks is raised by the workspace alone, once for all nodes that wait for it', async () => {
    const wide = workflowOf(
      {
        first: ['llm', { userPrompt: 'Say something' }],
        left: ['llm', { userPrompt: 'Say more' }],
        right: ['llm', { userPrompt: 'Say less' }],
        last: ['llm', { userPrompt: 'Say it all' }],
      },
      ['first -> left', 'first -> right', 'left -> last', 'right -> last'],
      { limits: { maxTokens: 1, onLimit: 'ask' } },
    );
    const { slug, key } = await publish(server.url, wide);
    const waiting = await run(slug, key);
    const asked = waiting.json.approvals as { actionId: string; nodeId: string }[];
    expect(waiting).toMatchObject({ status: 202, json: { status: 'waiting' } });
    expect(asked.map(({ nodeId }) => nodeId).sort()).toEqual(['left', 'right']);
    const runId = String(waiting.json.runId);
    const decide = (index: number, headers = {}) =>
      callApi(api(`/runs/${runId}/approvals/${asked[index]?.actionId}`), { body: { confirmed: true, args: 1e6 }, headers });
    expect(await decide(0, bearer(key))).toMatchObject({ status: 403, json: { error: { code: 'permission-denied' } } });
    expect((await decide(1)).json).toMatchObject({ status: 'confirmed' });
    await expect.poll(async () => (await callApi(api(`/runs/${runId}`))).json.status).toBe('succeeded');
    const { items } = (await callApi(api('/approvals'))).json as { items: { runId: string; status: string }[] };
    expect(items.filter((item) => item.runId === runId && item.status === 'pending')).toEqual([]);
  });

  test('with ask the run waits until a workspace member raises the budget, and then resumes', async () => {
    const { slug, key } = await publish(server.url, ask, { key: { budget: { maxTokens: 1, onBudget: 'ask' } } as never });
    await run(slug, key);
    const waiting = await run(slug, key);
    expect(waiting).toMatchObject({ status: 202, json: { status: 'waiting', approvals: [{ tool: 'value', kind: 'value' }] } });
    const runId = String(waiting.json.runId);
    const actionId = (waiting.json.approvals as { actionId: string }[])[0]?.actionId;
    const decision = api(`/runs/${runId}/approvals/${actionId}`);
    const own = await callApi(decision, { body: { confirmed: true, args: 1e9 }, headers: bearer(key) });
    expect(own).toMatchObject({ status: 403, json: { error: { code: 'permission-denied' } } });
    // An invalid decision is refused, because a decision is final.
    expect(await callApi(decision, { body: { confirmed: true, args: 'many' } })).toMatchObject({
      status: 400,
      json: { error: { code: 'body-invalid', details: { problems: [{ path: 'body.args' }] } } },
    });
    expect((await callApi(decision, { body: { confirmed: true, args: 1e6 } })).json).toMatchObject({ status: 'confirmed' });
    await expect.poll(async () => (await callApi(api(`/runs/${runId}`))).json.status).toBe('succeeded');
    expect((await run(slug, key)).json).toMatchObject({ status: 'succeeded' });
  });

  test('the usage of a key today is reported, and its budget can be changed and removed meanwhile', async () => {
    const { slug, key, keyId } = await publish(server.url, ask, { key: { budget: { maxTokens: 1 } } as never });
    await run(slug, key);
    const usageOf = async () => (await callApi(api('/usage'))).json as { keys: { id: string; tokens: number; budget: object }[] };
    const own = async () => (await usageOf()).keys.find(({ id }) => id === keyId);
    // A run does not wait until its usage is stored.
    await expect.poll(async () => (await own())?.tokens).toBeGreaterThan(1);
    expect(await own()).toMatchObject({ slug, name: 'test', budget: { maxTokens: 1, onBudget: 'stop' }, raisedTokens: null });
    expect((await run(slug, key)).json).toMatchObject({ status: 'failed' });
    const setTo = (budget: object | null) =>
      callApi(api(`/deployments/${slug}/keys/${keyId}/budget`), { method: 'PUT', body: { budget } });
    expect((await setTo({ maxTokens: 1e9, maxCostUsd: 3, onBudget: 'ask' })).status).toBe(204);
    expect((await run(slug, key)).json).toMatchObject({ status: 'succeeded' });
    expect((await usageOf()).keys.find(({ id }) => id === keyId)?.budget).toEqual({
      maxTokens: 1e9,
      maxCostUsd: 3,
      onBudget: 'ask',
    });
    expect((await setTo(null)).status).toBe(204);
    expect((await usageOf()).keys.some(({ id }) => id === keyId)).toBe(false);
    const missing = await callApi(api(`/deployments/${slug}/keys/0123456789/budget`), { method: 'PUT', body: { budget: null } });
    expect(missing).toMatchObject({ status: 404, json: { error: { code: 'not-found' } } });
  });

  test('the budget of the workspace overrides that of the config file, and applies to the next run', async () => {
    const { slug, key } = await publish(server.url, ask);
    const setTo = (budget: object | null) => callApi(api('/usage/budget'), { method: 'PUT', body: { budget } });
    expect((await run(slug, key)).json).toMatchObject({ status: 'succeeded' });
    expect((await setTo({ maxTokens: 1 })).status).toBe(204);
    const { workspace, runs } = (await callApi(api('/usage'))).json as Record<'workspace' | 'runs', { tokens: number }>;
    expect(workspace).toMatchObject({ budget: { maxTokens: 1, onBudget: 'stop' } });
    expect(workspace.tokens).toBeGreaterThan(1);
    expect(runs.tokens).toBeGreaterThan(1);
    expect((await run(slug, key)).json).toMatchObject({ status: 'failed', error: { code: 'day-token-budget' } });
    expect((await setTo(null)).status).toBe(204);
    expect((await callApi(api('/usage'))).json).toMatchObject({ workspace: { budget: null } });
    expect((await run(slug, key)).json).toMatchObject({ status: 'succeeded' });
  });
});
