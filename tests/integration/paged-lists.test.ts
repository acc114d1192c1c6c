import fc from 'fast-check';
import { expect, test } from 'vitest';
import { contracts } from '#lib/api/contracts.gen.ts';
import type { Contract } from '#lib/api/define-contract.ts';
import type { Workflow } from '#lib/workflow/workflow.ts';
import { startApi } from '#tests/support/api-server.ts';
import { withDatabase } from '#tests/support/databases.ts';
import { bearer, callApi, makeKey, publish } from '#tests/support/published-endpoint.ts';
import { workflowOf } from '#tests/support/test-engine.ts';

type Item = Readonly<Record<string, unknown>>;
/** A list with items, the field that names one, and the table whose times decide the order. */
type List = { readonly path: string; readonly id: string; readonly table?: string };

const ITEMS = 9;
const numbers = Array.from({ length: ITEMS }, (_, index) => index);
const TIMES = ['created_at', 'updated_at', 'changed_at', 'received_at'];

const echo = workflowOf(
  { start: ['start', { inputs: [{ name: 'message', type: 'text' }] }], end: ['end', { outputs: { said: '{{start.message}}' } }] },
  ['start -> end'],
);
const hook = { id: 'hook', type: 'webhook', version: 1, label: '', config: { auth: 'none' }, inputs: {} };
const called = {
  ...echo,
  triggers: [hook],
  settings: { memory: { enabled: true, model: 'no-such-model' } },
} as unknown as Workflow;
const asking = workflowOf(
  {
    start: ['start', { inputs: [] }],
    ...Object.fromEntries(numbers.map((number) => [`ask${number}`, ['approval', { title: 'Go?', value: number }]])),
    end: ['end', { outputs: {} }],
  } as never,
  numbers.flatMap((number) => [`start -> ask${number}`, `ask${number}.approved -> end`]),
);

withDatabase('pages of lists', (database) => {
  /** A server with several items in each list that has pages. */
  async function setUp(): Promise<{ url: string; lists: Readonly<Record<string, List>> }> {
    const server = await startApi(database());
    const url = `${server.url}/api/v1`;
    const make = async (path: string, body: object, more: { method?: string; headers?: Record<string, string> } = {}) => {
      const answer = await callApi(`${url}${path}`, { body, ...more });
      if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.json)}`);
      return answer.json;
    };
    const { slug, key, workflowId } = await publish(server.url, called);
    for (const number of numbers) {
      await publish(server.url, { ...echo, name: `Workflow ${number}` });
      const changed = { ...called, name: `Version ${number}` };
      const { revision } = (await callApi(`${url}/workflows/${workflowId}`)).json;
      await make(`/workflows/${workflowId}`, changed, { method: 'PUT', headers: { 'if-match': String(revision) } });
      await make(`/workflows/${workflowId}/deployments`, { slug });
      await makeKey(server.url, slug);
      await make('/keys', { name: `key ${number}`, scopes: ['read'] });
      await make('/credentials', { type: 'bearer', name: `credential-${number}`, hosts: ['a.example'], fields: { token: 'x' } });
      await make('/stored-values', { key: `value/${number}`, value: number }, { method: 'PUT' });
      await make(`/hooks/${slug}/hook`, { number });
      await make(`/files?path=folder/${number}.json`, { number });
      const turn = { inputs: { message: 'Hello' }, user: `user-${number}`, sessionId: `session-${number}` };
      await make(`/run/${slug}`, turn, { headers: bearer(key) });
    }
    const { runId } = await make('/runs', { document: asking, inputs: {}, mode: 'sync' });
    await make('/knowledge', { name: 'base', title: 'Base' });
    const documents = numbers.map((number) => ({ key: `${number}`, text: `# Title\n\nText ${number}` }));
    await make('/knowledge/base/documents', { documents });
    return {
      url,
      lists: {
        listApprovals: { path: '/approvals?status=pending', id: 'actionId', table: 'approvals' },
        listRunApprovals: { path: `/runs/${runId}/approvals`, id: 'actionId', table: 'approvals' },
        listCredentials: { path: '/credentials', id: 'id', table: 'credentials' },
        listDeployments: { path: '/deployments', id: 'slug', table: 'deployments' },
        listFiles: { path: '/files?folder=folder&sort=changed', id: 'fileId', table: 'files' },
        'listFiles by size': { path: '/files?folder=folder&sort=size&order=asc', id: 'fileId' },
        listKeys: { path: `/deployments/${slug}/keys`, id: 'id', table: 'api_keys' },
        listKnowledgeDocuments: { path: '/knowledge/base/documents', id: 'documentId', table: 'knowledge_documents' },
        listMemoryUsers: { path: '/memory/users', id: 'userId', table: 'memory_users' },
        listMemoryTasks: { path: '/memory/tasks', id: 'runId', table: 'memory_tasks' },
        listRuns: { path: '/runs', id: 'runId', table: 'runs' },
        listSessions: { path: '/sessions', id: 'sessionId', table: 'sessions' },
        listStoredValues: { path: '/stored-values', id: 'key', table: 'stored_values' },
        listTriggerEvents: { path: `/deployments/${slug}/triggers/hook/events`, id: 'eventId', table: 'trigger_events' },
        listWorkflows: { path: '/workflows', id: 'id', table: 'workflows' },
        'listWorkflows by name': { path: '/workflows?sort=name', id: 'id', table: 'workflows' },
        'listWorkflows by nodes': { path: '/workflows?sort=nodes', id: 'id', table: 'workflows' },
        'listWorkflows by run': { path: '/workflows?sort=run', id: 'id', table: 'runs' },
        'listWorkflows that are live': { path: '/workflows?state=live', id: 'id', table: 'workflows' },
        listWorkspaceKeys: { path: '/keys', id: 'id', table: 'workspace_keys' },
      },
    };
  }

  /** Gives the rows of a table one of three times, a millisecond apart. */
  async function scramble(table: string, seed: number): Promise<void> {
    const { rows } = await database().pool.query<{ name: string }>(
      'SELECT column_name AS name FROM information_schema.columns WHERE table_name = $1 AND column_name = ANY($2)',
      [table, TIMES],
    );
    expect(rows.length, table).toBeGreaterThan(0);
    const time = `timestamptz '2026-01-01' + abs(hashtext(ctid::text || '${seed}')) % 3 * interval '1 millisecond'`;
    await database().pool.query(`UPDATE ${table} SET ${rows.map(({ name }) => `${name} = ${time}`).join(', ')}`);
  }

  async function readAll(address: string, limits: readonly number[]): Promise<Item[]> {
    const all: Item[] = [];
    let cursor: string | null = null;
    for (let page = 0; page === 0 || cursor !== null; page++) {
      const url = new URL(address);
      url.searchParams.set('limit', String(limits[page % limits.length]));
      if (cursor !== null) url.searchParams.set('cursor', cursor);
      const { status, json } = await callApi(url.href);
      expect(status, `${url.href} ${JSON.stringify(json)}`).toBe(200);
      all.push(...(json.items as Item[]));
      cursor = json.nextCursor as string | null;
    }
    return all;
  }

  test('hold each item once and in one order, however long they are and whatever was made in the same millisecond', async () => {
    const { url, lists } = await setUp();
    for (const [operation, { path, id, table }] of Object.entries(lists)) {
      const property = fc.asyncProperty(
        fc.nat(),
        fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 3 }),
        async (seed, limits) => {
          if (table !== undefined) await scramble(table, seed);
          const names = async (sizes: readonly number[]) => (await readAll(`${url}${path}`, sizes)).map((item) => item[id]);
          const whole = await names([100]);
          expect(new Set(whole).size, operation).toBe(whole.length);
          expect(whole.length, operation).toBeGreaterThanOrEqual(ITEMS);
          expect(whole, operation).not.toContain(undefined);
          expect(await names(limits), operation).toEqual(whole);
        },
      );
      await fc.assert(property, { numRuns: 4 });
    }
    const paged = Object.entries<Contract>(contracts).filter(
      ([, { query }]) => query && 'cursor' in (query as unknown as { shape: object }).shape,
    );
    // Parts of one artifact and of one document are in the order of their positions.
    const others = ['listArtifacts', 'listKnowledgeChunks'];
    expect(paged.map(([name]) => name).filter((name) => !(name in lists) && !others.includes(name))).toEqual([]);
  });
});
