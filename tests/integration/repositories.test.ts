import { expect, test } from 'vitest';
import { agentSpecSchema } from '#lib/agents/agent-spec.ts';
import { workspaceId } from '#lib/ports/run-store.ts';
import { FIRST_TURN } from '#lib/run/session-state.ts';
import type { Database } from '#server/db/database/open-database.ts';
import { PgRunStore } from '#server/db/event-log/run-store.ts';
import type { Page } from '#server/db/repositories/page-cursor.ts';
import { type Repositories, reposFor } from '#server/db/repositories/repositories.ts';
import type { SessionRow } from '#server/db/repositories/session-repository.ts';
import { BudgetStore } from '#server/db/stores/budget-store.ts';
import { TriggerEventStore } from '#server/db/stores/trigger-event-store.ts';
import { TriggerStore } from '#server/db/stores/trigger-store.ts';
import { systemClock } from '#server/process/system-clock.ts';
import { withDatabase } from '#tests/support/databases.ts';
import { localWorkspace, makeAsk, makeBatch, makeEvents } from '#tests/support/run-batch.ts';

/** Each test has a separate workspace, so that lists contain only its own rows. */
async function makeWorkspace({ prisma }: Database): Promise<ReturnType<typeof workspaceId>> {
  const { id } = await prisma.workspace.create({ data: { id: `ws_${crypto.randomUUID()}`, name: 'Test' } });
  return workspaceId(id);
}

async function readAll<Item>(
  readPage: (cursor: string | undefined) => Promise<Page<Item>>,
): Promise<{ items: Item[]; pages: number }> {
  const items: Item[] = [];
  for (let cursor: string | undefined, pages = 1; ; pages++) {
    const page = await readPage(cursor);
    items.push(...page.items);
    if (page.nextCursor === null) return { items, pages };
    cursor = page.nextCursor;
  }
}

withDatabase('workflows', (database) => {
  const make = async () => reposFor(database().db, await makeWorkspace(database())).workflows;
  const id = () => `wf_${crypto.randomUUID()}`;

  test('a saved document is read back unchanged', async () => {
    const workflows = await make();
    const workflowId = id();
    const document = '{"z":1,"a":"\\u0000\\ud800 🧵"}\n';
    const created = await workflows.create(workflowId, { name: 'Greet', document });
    expect(created).toMatchObject({ workflowId, name: 'Greet', revision: 1 });
    expect(await workflows.get(workflowId)).toEqual({ ...created, document });
    expect(await workflows.get(id())).toBeNull();
  });

  test('of ten concurrent saves over the same revision one wins, and the others get the stored document', async () => {
    const workflows = await make();
    const workflowId = id();
    await workflows.create(workflowId, { name: 'v1', document: '1' });
    const saves = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        workflows.replace(workflowId, { name: `by ${index}`, document: `${index}` }, { revision: 1 }),
      ),
    );
    const won = saves.filter((save) => save.status === 'replaced');
    expect(won).toHaveLength(1);
    const stored = await workflows.get(workflowId);
    expect(stored).toMatchObject({ ...won[0]?.workflow, revision: 2 });
    for (const save of saves) if (save.status === 'stale') expect(save.current).toEqual(stored);
  });

  test('every method treats a removed workflow as missing', async () => {
    const workflows = await make();
    const workflowId = id();
    await workflows.create(workflowId, { name: 'a', document: '{}' });
    expect(await workflows.remove(workflowId)).toBe(true);
    expect(await workflows.remove(workflowId)).toBe(false);
    expect(await workflows.get(workflowId)).toBeNull();
    expect((await workflows.list()).items).toEqual([]);
    await expect(workflows.replace(workflowId, { name: 'b', document: '{}' }, { revision: 1 })).rejects.toMatchObject({
      code: 'not-found',
    });
  });

  test('pages hold every workflow once, last saved first, also many of the same millisecond', async () => {
    const workspace = await makeWorkspace(database());
    const { workflows } = reposFor(database().db, workspace);
    const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second));
    const data = Array.from({ length: 23 }, (_, index) => ({
      id: id(),
      workspaceId: workspace,
      name: `w${index}`,
      document: '{}',
      updatedAt: at(Math.floor(index / 8)),
    }));
    await database().prisma.workflow.createMany({ data });
    const { items, pages } = await readAll((cursor) => workflows.list({ cursor, limit: 5 }));
    expect(pages).toBe(5);
    const expected = data.toSorted((a, b) => b.updatedAt.getTime() - a.updatedAt.getTime() || (a.id < b.id ? -1 : 1));
    expect(items.map((item) => item.workflowId)).toEqual(expected.map((row) => row.id));
  });

  test.each([
    ['OFF', ['50% off', '50x off']],
    ['50%', ['50% off']],
    ['a_b', ['a_b']],
    ['\\', ['back\\slash']],
    ['none', []],
  ])('search for %j finds parts of names, case-insensitively and without wildcards', async (search, found) => {
    const workflows = await make();
    for (const name of ['50% off', '50x off', 'a_b', 'axb', 'back\\slash'])
      await workflows.create(id(), { name, document: '{}' });
    expect((await workflows.list({ search })).items.map((item) => item.name).sort()).toEqual(found);
  });

  test('160 workflows are counted, filtered and sorted whole, whatever the page', async () => {
    const workspace = await makeWorkspace(database());
    const { workflows } = reposFor(database().db, workspace);
    const documentOf = (nodeCount: number) =>
      JSON.stringify({ nodes: Array.from({ length: nodeCount }, () => ({ label: '\0' })) });
    const data = Array.from({ length: 160 }, (_, index) => ({
      id: id(),
      workspaceId: workspace,
      name: `${index % 2 === 0 ? 'Flow' : 'flow'} ${index}`,
      document: documentOf(index % 7),
      // The oldest are the ones that fail, wait and are live.
      updatedAt: new Date(Date.UTC(2026, 0, 1, 0, index)),
    }));
    await database().prisma.workflow.createMany({ data });
    const idOf = (index: number) => data[index]?.id ?? '';
    const run = (index: number, status: string, minute: number) =>
      database().pool.query(
        `INSERT INTO runs (id, workspace_id, workflow_id, workflow_name, document_hash, mode, status, inputs, last_seq, lease_token, holder, created_at)
         VALUES ($1, $2, $3, 'n', 'h', 'draft', $4, '{}', 1, 1, 'h', $5)`,
        [id(), workspace, idOf(index), status, new Date(Date.UTC(2026, 1, 1, 0, minute))],
      );
    await run(0, 'failed', 5);
    await run(1, 'failed', 1);
    await run(1, 'succeeded', 6);
    await run(2, 'waiting', 2);
    await run(2, 'succeeded', 7);
    await run(3, 'failed', 3);
    const ids = async (options: Parameters<typeof workflows.list>[0]) =>
      (await readAll((cursor) => workflows.list({ ...options, cursor, limit: 9 }))).items.map(({ workflowId }) => workflowId);

    expect(await workflows.count()).toEqual({ all: 160, live: 0, failing: 2, waiting: 1 });
    expect(await workflows.count('flow 15')).toMatchObject({ all: 11, failing: 0 });
    expect(await ids({ state: 'failing' })).toEqual([idOf(3), idOf(0)]);
    expect(await ids({ state: 'waiting' })).toEqual([idOf(2)]);
    expect(await ids({ state: 'live' })).toEqual([]);
    expect(await ids({ sort: 'name' })).toEqual(data.map((row) => row.id));
    expect((await ids({ sort: 'run' })).slice(0, 4)).toEqual([2, 1, 0, 3].map(idOf));
    const byNodes = await ids({ sort: 'nodes' });
    expect(new Set(byNodes.slice(0, 22))).toEqual(new Set(data.filter((_, index) => index % 7 === 6).map((row) => row.id)));
    const { nextCursor } = await workflows.list({ sort: 'name', limit: 9 });
    await expect(workflows.list({ sort: 'saved', cursor: nextCursor ?? '' })).rejects.toMatchObject({ code: 'body-invalid' });
  });

  test('a page is never larger than the limit, and a cursor of another workspace is refused', async () => {
    const workspace = await makeWorkspace(database());
    const { workflows } = reposFor(database().db, workspace);
    await database().prisma.workflow.createMany({
      data: Array.from({ length: 101 }, () => ({ id: id(), workspaceId: workspace, name: 'n', document: '{}' })),
    });
    expect((await workflows.list({ limit: 1e9 })).items).toHaveLength(100);
    expect((await workflows.list({ limit: Number.NaN })).items).toHaveLength(1);
    for (const cursor of ['nonsense', 'e30', 'WzEsMl0'])
      await expect(workflows.list({ cursor })).rejects.toMatchObject({ code: 'body-invalid' });
  });
});

withDatabase('credentials', (database) => {
  test('a change that was checked for other hosts is not made', async () => {
    const { credentials } = reposFor(database().db, await makeWorkspace(database()));
    await credentials.create({ ...newCredential, credentialId: 'cred_1' });
    const known = { hosts: ['before.example'] };
    expect(await credentials.change('cred_1', { hosts: ['other.example'] }, known)).toBe(false);
    expect((await credentials.get('cred_1'))?.hosts).toEqual(newCredential.hosts);
    expect(await credentials.change('cred_1', { hosts: ['other.example'] }, newCredential)).toBe(true);
  });
});

withDatabase('runs', (database) => {
  test('pages hold every run once, newest first, by workflow and by status', async () => {
    const workspace = await makeWorkspace(database());
    const { runs } = reposFor(database().db, workspace);
    const store = new PgRunStore(database().pool);
    // Events of one append have the same time.
    const batches = Array.from({ length: 12 }, (_, index) =>
      makeBatch({
        runId: `${workspace}_${String(index).padStart(2, '0')}`,
        workspaceId: workspace,
        workflowId: index % 2 ? 'wf_odd' : null,
        status: index < 3 ? 'failed' : 'running',
      }),
    );
    await store.append(batches);
    await store.append([makeBatch({ runId: `${workspace}_late`, workspaceId: workspace })]);
    const { items, pages } = await readAll((cursor) => runs.list({ cursor, limit: 5 }));
    expect(pages).toBe(3);
    expect(items.map((run) => run.runId).toSorted()).toEqual(
      [...batches.map((batch) => batch.runId), `${workspace}_late`].toSorted(),
    );
    expect(items.map((run) => run.createdAt.getTime())).toEqual(
      items.map((run) => run.createdAt.getTime()).toSorted((a, b) => b - a),
    );
    const odd = await readAll((cursor) => runs.list({ cursor, limit: 2, workflowId: 'wf_odd' }));
    expect(odd.items).toHaveLength(6);
    expect((await runs.list({ status: ['failed'] })).items).toHaveLength(3);
    expect((await runs.list({ status: ['failed'], workflowId: 'wf_odd' })).items).toHaveLength(1);
  });

  test('the last seq is returned only when the run has ended', async () => {
    const { runs } = reposFor(database().db, localWorkspace);
    const store = new PgRunStore(database().pool);
    await store.append([makeBatch({ runId: 'run_last', events: makeEvents(1, 4) })]);
    expect(await runs.lastSeqWhenFinished('run_last')).toBeNull();
    await store.append([makeBatch({ runId: 'run_last', events: makeEvents(5, 6), status: 'succeeded' })]);
    expect(await runs.lastSeqWhenFinished('run_last')).toBe(6);
    expect(await runs.lastSeqWhenFinished('run_none')).toBeNull();
    expect(await runs.readEvents('run_last', 3, 1)).toEqual(makeEvents(4, 4));
    expect(await runs.readEvents('run_last', 4)).toEqual(makeEvents(5, 6));
    await expect(runs.requestStop('run_none')).rejects.toMatchObject({ code: 'run-not-found' });
  });
});

withDatabase('deployments', (database) => {
  const make = async () => {
    const repos = reposFor(database().db, await makeWorkspace(database()));
    const workflowId = `wf_${crypto.randomUUID()}`;
    await repos.workflows.create(workflowId, { name: 'Greet', document: '{}' });
    const slug = `s-${crypto.randomUUID()}`;
    const deploy = (content: string, options: { slug?: string; events?: 'full' } = {}) =>
      repos.deployments.deploy({ slug, workflowId, document: content, documentHash: content, ...options });
    return { ...repos, workflowId, slug, deploy };
  };

  test('a version is its content, whichever endpoint it was published for', async () => {
    const { deployments, slug, deploy } = await make();
    expect(await deploy('a')).toEqual({ version: 1 });
    expect(await deploy('a')).toEqual({ version: 1 });
    expect(await deploy('b')).toEqual({ version: 2 });
    expect(await deploy('b', { slug: `${slug}-2` })).toEqual({ version: 2 });
    expect(await deploy('a')).toEqual({ version: 1 });
    expect((await deployments.versions(slug)).map(({ number, documentHash }) => [number, documentHash])).toEqual([
      [2, 'b'],
      [1, 'a'],
    ]);
    expect(await readAll((cursor) => deployments.list({ cursor, limit: 1 }))).toMatchObject({
      pages: 2,
      items: [
        { slug, version: 1 },
        { slug: `${slug}-2`, version: 2 },
      ],
    });
  });

  test('a list can be of one workflow', async () => {
    const { deployments, workflows, workflowId, slug, deploy } = await make();
    const other = `wf_${crypto.randomUUID()}`;
    await workflows.create(other, { name: 'Other', document: '{}' });
    await deploy('a');
    await deployments.deploy({ slug: `${slug}-other`, workflowId: other, document: 'b', documentHash: 'b' });
    const slugsOf = async (id?: string) => (await deployments.list({ workflowId: id })).items.map((item) => item.slug);
    expect(await slugsOf(workflowId)).toEqual([slug]);
    expect(await slugsOf(other)).toEqual([`${slug}-other`]);
    expect(await slugsOf()).toHaveLength(2);
    expect(await slugsOf('wf_none')).toEqual([]);
  });

  test('the level of events stays until it is changed', async () => {
    const { deployments, slug, deploy } = await make();
    const levelAfter = async (content: string, options = {}) => {
      await deploy(content, options);
      return (await deployments.get(slug))?.events;
    };
    expect(await levelAfter('a')).toBe('summary');
    expect(await levelAfter('b', { events: 'full' })).toBe('full');
    expect(await levelAfter('c')).toBe('full');
  });

  test('concurrent publishes create one version per content, numbered without gaps', async () => {
    const { deploy } = await make();
    const published = await Promise.all(['a', 'b', 'c', 'd', 'e', 'a', 'b', 'c', 'd', 'e'].map((content) => deploy(content)));
    const numbers = published.map(({ version }) => version);
    expect([...new Set(numbers)].sort()).toEqual([1, 2, 3, 4, 5]);
    expect(numbers.slice(0, 5)).toEqual(numbers.slice(5));
  });

  test('deleting a deployment deletes its keys, and its versions stay', async () => {
    const { deployments, keys, slug, deploy } = await make();
    await deploy('a');
    const key = { name: 'k', hash: 'h', last4: 'abcd', expiresAt: null, ratePerMinute: 7 };
    await keys.create(slug, { ...key, keyId: `${slug}-1` });
    expect((await keys.list(slug)).items).toMatchObject([{ keyId: `${slug}-1`, ratePerMinute: 7, lastUsedAt: null }]);
    expect(await deployments.remove(slug)).toBe(true);
    expect((await keys.list(slug)).items).toEqual([]);
    expect(await deploy('b')).toEqual({ version: 2 });
    expect((await keys.list(slug)).items).toEqual([]);
  });
});

/**
 * One case for each method: workspace `a` requests rows of workspace `b` (`owned`). The result must
 * be that of a missing row.
 */
type Owned = Readonly<
  Record<
    | 'workflowId'
    | 'runId'
    | 'slug'
    | 'keyId'
    | 'actionId'
    | 'callId'
    | 'credentialId'
    | 'mcpServerId'
    | 'a2aServiceId'
    | 'agentId'
    | 'sessionKey',
    string
  >
> & { readonly session: SessionRow };
type Case = (a: Repositories, owned: Owned) => Promise<void>;
const frozen = { document: '{"frozen":true}', documentHash: 'frozen' };
const newKey = { name: 'k', hash: 'h', last4: 'abcd', expiresAt: null, ratePerMinute: null };
const newCredential = { name: 'taken', type: 'bearer', hosts: ['a.example'], sealed: 'sealed', oauthGrant: null } as const;
const newService = {
  id: 'shop',
  title: 'Shop',
  serverUrl: 'https://shop.example',
  credentialId: null,
  recipe: null,
  failure: null,
  operations: [],
  chosen: [],
} as const;
const newA2aService = {
  name: 'taken',
  displayName: 'Taken',
  url: 'https://a.example/agent',
  slug: null,
  endUser: null,
  isEnabled: true,
  headers: {},
  credentialId: null,
  allowSkills: null,
  risk: 'medium',
  approval: null,
  timeoutS: 5,
} as const;
const newMcpServer = {
  name: 'taken',
  displayName: 'Taken',
  transport: 'http',
  url: 'https://a.example/mcp',
  commandName: null,
  isEnabled: true,
  headers: {},
  credentialId: null,
  allowTools: null,
  approvals: {},
  timeoutS: 5,
} as const;
const newAgent = agentSpecSchema.parse({ id: 'taken', title: 'Taken', description: 'An agent' });
const callerTool = { name: 'add', description: 'Adds', parameters: { type: 'object' } };
const newPush = { configId: 'push', protocol: '1.0', url: 'https://a.example/push', sealedSecret: 'sealed' };
const allRuns = { scope: { kind: 'workspace' }, part: { kind: 'all' } } as const;
const allTime = { fromMs: 0, toMs: Date.parse('2100-01-01') };
const newSignIn = { sealed: 'sealed', expiresAt: new Date('2100-01-01') };
const cases: { [Name in keyof Repositories]: Record<keyof Repositories[Name], Case> } = {
  workflows: {
    // Ids are made by us; one that is taken must not overwrite.
    create: async (a, { workflowId }) => {
      await expect(a.workflows.create(workflowId, { name: 'mine now', document: '{}' })).rejects.toThrow();
    },
    get: async (a, { workflowId }) => expect(await a.workflows.get(workflowId)).toBeNull(),
    list: async (a) => expect(await a.workflows.list()).toEqual({ items: [], nextCursor: null }),
    count: async (a) => expect(await a.workflows.count()).toEqual({ all: 0, live: 0, failing: 0, waiting: 0 }),
    replace: async (a, { workflowId }) => {
      await expect(a.workflows.replace(workflowId, { name: 'x', document: '{}' }, { revision: 1 })).rejects.toMatchObject({
        code: 'not-found',
      });
    },
    remove: async (a, { workflowId }) => expect(await a.workflows.remove(workflowId)).toBe(false),
  },
  runs: {
    get: async (a, { runId }) => expect(await a.runs.get(runId)).toBeNull(),
    getHead: async (a, { runId }) => expect(await a.runs.getHead(runId)).toBeNull(),
    spoken: async (a, { runId }) => expect(await a.runs.spoken([runId])).toEqual(new Map()),
    list: async (a, { workflowId }) => {
      expect(await a.runs.list()).toEqual({ items: [], nextCursor: null });
      expect(await a.runs.list({ workflowId, status: ['running'] })).toEqual({ items: [], nextCursor: null });
    },
    getDocument: async (a, { runId }) => expect(await a.runs.getDocument(runId)).toBeNull(),
    documentsOf: async (a, { runId }) => expect(await a.runs.documentsOf([runId])).toEqual([]),
    readEvents: async (a, { runId }) => expect(await a.runs.readEvents(runId, 0)).toEqual([]),
    lastSeqWhenFinished: async (a, { runId }) => expect(await a.runs.lastSeqWhenFinished(`${runId}_ended`)).toBeNull(),
    delete: async (a, { runId }) => {
      await expect(a.runs.delete(`${runId}_ended`)).rejects.toMatchObject({ code: 'run-not-found' });
    },
    requestStop: async (a, { runId }) => {
      await expect(a.runs.requestStop(runId)).rejects.toMatchObject({ code: 'run-not-found' });
    },
    requestContinue: async (a, { runId }) => {
      await expect(a.runs.requestContinue(runId, { step: false })).rejects.toMatchObject({ code: 'run-not-found' });
    },
    rate: async (a, { runId }) => {
      for (const feedback of [{ rating: 'up' as const, comment: '', reasons: [] }, null])
        await expect(a.runs.rate(runId, feedback)).rejects.toMatchObject({ code: 'run-not-found' });
    },
    count: async (a, { workflowId }) => {
      expect(await a.runs.count()).toBe(0);
      expect(await a.runs.count({ workflowId, status: ['running', 'succeeded'] })).toBe(0);
    },
    listTree: async (a, { runId }) => expect(await a.runs.listTree(runId, 10)).toEqual([]),
  },
  sessions: {
    // Names are unique within a workspace only.
    open: async (a, { sessionKey, slug }) => {
      const made = await a.sessions.open(
        { slug, owner: { kind: 'endpoint', id: slug }, name: 's' },
        { newKey: `${sessionKey}_a`, title: 'mine', keepDays: 1 },
      );
      expect(made).toMatchObject({ sessionKey: `${sessionKey}_a`, headRunId: null });
    },
    create: async (a, { sessionKey, slug }) => {
      const owner = { slug, owner: { kind: 'endpoint', id: slug }, name: 'own' } as const;
      expect(await a.sessions.create(owner, { newKey: `${sessionKey}_own`, title: 'mine', keepDays: 1 })).toMatchObject({
        title: 'mine',
      });
      expect(await a.sessions.create(owner, { newKey: `${sessionKey}_no`, title: 'other', keepDays: 9 })).toBeNull();
      expect(await a.sessions.find(owner)).toMatchObject({ sessionKey: `${sessionKey}_own`, title: 'mine' });
      await a.sessions.delete(`${sessionKey}_own`);
    },
    headStatuses: async (a, { sessionKey }) => expect(await a.sessions.headStatuses([sessionKey])).toEqual(new Map()),
    find: async (a, { slug }) =>
      expect(await a.sessions.find({ slug, owner: { kind: 'endpoint', id: slug }, name: 's' })).toBeNull(),
    get: async (a, { sessionKey }) => expect(await a.sessions.get(sessionKey)).toBeNull(),
    list: async (a) => expect(await a.sessions.list({})).toEqual({ items: [], nextCursor: null }),
    turns: async (a, { session }) => expect(await a.sessions.turns(session)).toEqual([]),
    turn: async (a, { runId }) => expect(await a.sessions.turn(runId)).toBeNull(),
    hasTurn: async (a, { session, runId }) => expect(await a.sessions.hasTurn(session, runId)).toBe(false),
    stateAfter: async (a, { runId }) => expect(await a.sessions.stateAfter(`${runId}_ended`)).toBeNull(),
    fork: async (a, { session, runId }) => {
      const made = await a.sessions.fork(session, { newKey: `${runId}_fork`, name: 'forked', runId, title: '' });
      expect(made && (await a.sessions.turns(made))).toEqual([]);
    },
    metadata: async (a, { sessionKey }) => expect(await a.sessions.metadata([sessionKey])).toEqual(new Map()),
    changeMetadata: async (a, { sessionKey }) => a.sessions.changeMetadata(sessionKey, () => ({ of: 'another workspace' })),
    markRead: async (a, { sessionKey }) => a.sessions.markRead(sessionKey),
    share: async (a, { sessionKey }) => expect(await a.sessions.share(sessionKey)).toBeNull(),
    setShare: async (a, { session }) => {
      const steal = a.sessions.setShare(session, { token: 'mine', content: '[]' });
      await expect(steal).rejects.toMatchObject({ code: 'not-found' });
    },
    removeShare: async (a, { sessionKey }) => a.sessions.removeShare(sessionKey),
    rename: async (a, { sessionKey }) => expect(await a.sessions.rename(sessionKey, 'mine')).toBe(false),
    moveHead: async (a, { sessionKey, runId }) => a.sessions.moveHead(sessionKey, runId),
    delete: async (a, { sessionKey }) => expect(await a.sessions.delete(sessionKey)).toBe(false),
  },
  values: {
    // Keys are unique within a workspace only.
    set: async (a) => expect(await a.values.set('cursor', 'mine', null)).toMatchObject({ value: 'mine' }),
    get: async (a) => expect(await a.values.get('cursor')).toBeNull(),
    list: async (a) => expect(await a.values.list()).toEqual({ items: [], nextCursor: null }),
    remove: async (a) => expect(await a.values.remove('cursor')).toBe(false),
  },
  approvals: {
    list: async (a, { runId }) => {
      const nothing = { items: [], nextCursor: null };
      expect(await a.approvals.list()).toEqual(nothing);
      expect(await a.approvals.list({ runId, status: 'pending' })).toEqual(nothing);
    },
    get: async (a, { runId, actionId }) => expect(await a.approvals.get(runId, actionId)).toBeNull(),
    decide: async (a, { runId, actionId }) => {
      const decision = { runId, actionId, isConfirmed: true, isRemembered: false, nowMs: Date.now() };
      await expect(a.approvals.decide(decision)).rejects.toMatchObject({ code: 'approval-not-found' });
    },
  },
  callerCalls: {
    find: async (a, { callId }) => expect(await a.callerCalls.find([callId])).toEqual([]),
    pending: async (a, { runId }) => expect(await a.callerCalls.pending(`${runId}_called`)).toEqual([]),
    answer: async (a, { runId, keyId, callId }) => {
      const results = [{ actionId: callId, output: 'mine' }];
      expect(await a.callerCalls.answer(`${runId}_called`, results, { keyId, nowMs: Date.now() })).toBe(false);
    },
  },
  pushConfigs: {
    save: async (a, { runId }) => {
      await expect(a.pushConfigs.save(runId, newPush)).rejects.toMatchObject({ code: 'run-not-found' });
    },
    get: async (a, { runId }) => expect(await a.pushConfigs.get(runId, newPush.configId)).toBeNull(),
    list: async (a, { runId }) => expect(await a.pushConfigs.list(runId)).toEqual([]),
    remove: async (a, { runId }) => expect(await a.pushConfigs.remove(runId, newPush.configId)).toBe(false),
  },
  chatPages: {
    get: async (a, { slug }) => expect(await a.chatPages.get(slug)).toMatchObject({ access: 'off' }),
    change: async (a, { slug }) => expect(await a.chatPages.change(slug, { access: 'public', origins: [] })).toBeNull(),
    keepChats: async (a, { slug }) => a.chatPages.keepChats(slug, 1),
  },
  deployments: {
    deploy: async (a, { workflowId, slug }) => {
      const mine = `wf_${crypto.randomUUID()}`;
      await a.workflows.create(mine, { name: 'mine', document: '{}' });
      const steal = a.deployments.deploy({ ...frozen, slug, workflowId: mine });
      await expect(steal).rejects.toMatchObject({ code: 'slug-taken' });
      const publish = a.deployments.deploy({ ...frozen, slug: `s-${crypto.randomUUID()}`, workflowId });
      await expect(publish).rejects.toMatchObject({ code: 'not-found' });
    },
    get: async (a, { slug }) => expect(await a.deployments.get(slug)).toBeNull(),
    list: async (a) => expect(await a.deployments.list()).toEqual({ items: [], nextCursor: null }),
    versions: async (a, { slug }) => expect(await a.deployments.versions(slug)).toEqual([]),
    promote: async (a, { slug }) => {
      await expect(a.deployments.promote(slug, 1)).rejects.toMatchObject({ code: 'not-found' });
    },
    remove: async (a, { slug }) => expect(await a.deployments.remove(slug)).toBe(false),
  },
  versions: {
    list: async (a, { workflowId }) => expect(await a.versions.list(workflowId, { limit: 10 })).toEqual([]),
    get: async (a, { workflowId }) => expect(await a.versions.get(workflowId, 1)).toBeNull(),
  },
  keys: {
    create: async (a, { slug }) => {
      await expect(a.keys.create(slug, { ...newKey, keyId: 'stolen' })).rejects.toMatchObject({ code: 'not-found' });
    },
    list: async (a, { slug }) => expect(await a.keys.list(slug)).toEqual({ items: [], nextCursor: null }),
    revoke: async (a, { slug, keyId }) => expect(await a.keys.revoke(slug, keyId)).toBe(false),
    setBudget: async (a, { slug, keyId }) => {
      expect(await a.keys.setBudget(slug, keyId, { maxTokens: 1, onBudget: 'stop' })).toBe(false);
    },
  },
  workspaceKeys: {
    create: async (a, { keyId }) => {
      const key = { keyId: `${keyId}a`, name: 'n', hash: 'h', last4: 'last', scopes: ['read'], ratePerMinute: null } as const;
      await a.workspaceKeys.create({ ...key, expiresAt: null });
    },
    list: async (a) => {
      for (const { name } of (await a.workspaceKeys.list()).items) expect(name).toBe('n');
    },
    revoke: async (a, { keyId }) => expect(await a.workspaceKeys.revoke(keyId)).toBe(false),
  },
  attention: {
    findFailing: async (a) => expect(await a.attention.findFailing(new Date(0), 5)).toEqual([]),
    findWaiting: async (a) => expect(await a.attention.findWaiting(new Date(), 5)).toEqual({ items: [], count: 0 }),
  },
  dashboards: {
    readSlots: async (a) => expect(await a.dashboards.readSlots(allRuns, allTime)).toEqual([]),
    readNodes: async (a) => expect(await a.dashboards.readNodes(allRuns, allTime)).toEqual([]),
    readParts: async (a, { slug }) => expect(await a.dashboards.readParts({ kind: 'endpoint', id: slug }, allTime)).toEqual([]),
    readWorkflows: async (a) => expect(await a.dashboards.readWorkflows(allTime)).toEqual([]),
    readOpen: async (a) => expect(await a.dashboards.readOpen(allRuns, allTime)).toEqual([]),
    readOldestRun: async (a) => expect(await a.dashboards.readOldestRun()).toBeNull(),
    readNames: async (a, { workflowId, keyId }) => {
      const names = await a.dashboards.readNames({ workflowIds: [workflowId], keyIds: [keyId] });
      expect(names).toEqual({ workflows: [], keys: [] });
    },
  },
  monitor: {
    read: async (a) => {
      const { steps, calls, errors, live } = await a.monitor.read('month', Date.now());
      expect(steps.filter(({ open, succeeded, failed, cancelled }) => open + succeeded + failed + cancelled > 0)).toEqual([]);
      expect({ calls, errors, live }).toEqual({ calls: [], errors: [], live: { queued: 0, running: 0, waiting: 0, runs: [] } });
    },
  },
  usage: {
    report: async (a, { slug }) => {
      const day = new Date().toISOString().slice(0, 10);
      const found = await a.usage.report({ from: '2026-01-01', to: day, group: 'key', slug, limit: 5 });
      expect(found).toMatchObject({ total: { runs: 0 }, groups: [] });
      expect((await a.usage.report({ from: '2026-01-01', to: day, group: 'surface', limit: 5 })).total.runs).toBe(0);
    },
    readDay: async (a) => {
      const { runs, keys } = await a.usage.readDay(new Date().toISOString().slice(0, 10));
      expect(runs.count).toBe(0);
      expect(keys).toEqual([]);
    },
  },
  webhooks: {
    add: async (a, { runId }) => {
      const target = { url: 'http://example.org', sealedSecret: 's' };
      await expect(a.webhooks.add(runId, target)).rejects.toMatchObject({ code: 'run-not-found' });
    },
  },
  agents: {
    // Ids are unique within a workspace only.
    create: async (a, { agentId }) => {
      await a.agents.create(`${agentId}_a`, newAgent);
    },
    list: async (a) => expect(await a.agents.list()).toEqual([]),
    get: async (a) => expect(await a.agents.get(newAgent.id)).toBeNull(),
    find: async (a) => expect(await a.agents.find(`${newAgent.id}@1`)).toBeUndefined(),
    change: async (a) => expect(await a.agents.change(newAgent, { version: 1 })).toBe(false),
    remove: async (a) => expect(await a.agents.remove(newAgent.id)).toBe(false),
    versions: async (a) => expect(await a.agents.versions(newAgent.id)).toEqual([]),
  },
  credentials: {
    // Names are unique within a workspace only.
    create: async (a, { credentialId }) => {
      await a.credentials.create({ ...newCredential, credentialId: `${credentialId}_a` });
    },
    list: async (a) => expect(await a.credentials.list()).toEqual({ items: [], nextCursor: null }),
    get: async (a, { credentialId }) => expect(await a.credentials.get(credentialId)).toBeNull(),
    change: async (a, { credentialId }) => {
      expect(await a.credentials.change(credentialId, { name: 'mine', sealed: 'other' }, newCredential)).toBe(false);
    },
    remove: async (a, { credentialId }) => expect(await a.credentials.remove(credentialId)).toBe(false),
    slotsOf: async (a, { workflowId }) => expect(await a.credentials.slotsOf(workflowId)).toEqual(new Map()),
    fillSlot: async (a, { workflowId, credentialId }) => {
      await expect(a.credentials.fillSlot(workflowId, 'crm', null)).rejects.toMatchObject({ code: 'not-found' });
      await a.workflows.create(`${workflowId}_a`, { name: 'Mine', document: '{}' });
      await expect(a.credentials.fillSlot(`${workflowId}_a`, 'crm', credentialId)).rejects.toMatchObject({ code: 'not-found' });
    },
  },
  toolServices: {
    // Ids are unique within a workspace only.
    create: async (a) => a.toolServices.create(newService),
    list: async (a) => expect(await a.toolServices.list()).toEqual([]),
    get: async (a) => expect(await a.toolServices.get('shop')).toBeNull(),
    change: async (a) => expect(await a.toolServices.change('shop', { title: 'mine' })).toBe(false),
    remove: async (a) => expect(await a.toolServices.remove('shop')).toBe(false),
  },
  mcpServers: {
    // Names are unique within a workspace only.
    create: async (a, { mcpServerId }) => a.mcpServers.create({ ...newMcpServer, serverId: `${mcpServerId}_a` }),
    list: async (a) => expect(await a.mcpServers.list()).toEqual([]),
    get: async (a, { mcpServerId }) => expect(await a.mcpServers.get(mcpServerId)).toBeNull(),
    change: async (a, { mcpServerId }) => expect(await a.mcpServers.change(mcpServerId, { name: 'mine' })).toBe(false),
    remove: async (a, { mcpServerId }) => expect(await a.mcpServers.remove(mcpServerId)).toBe(false),
    stamp: async (a) => expect(await a.mcpServers.stamp()).toBe('0 0'),
    beginSignIn: async (a, { mcpServerId }) => {
      await expect(a.mcpServers.beginSignIn({ ...newSignIn, serverId: mcpServerId, state: 'other' })).rejects.toMatchObject({
        code: 'not-found',
      });
    },
    takeSignIn: async (a, { mcpServerId }) => expect(await a.mcpServers.takeSignIn(mcpServerId, new Date())).toBeNull(),
  },
  a2aServices: {
    // Names are unique within a workspace only.
    create: async (a, { a2aServiceId }) => a.a2aServices.create({ ...newA2aService, serviceId: `${a2aServiceId}_a` }),
    list: async (a) => expect(await a.a2aServices.list()).toEqual([]),
    get: async (a, { a2aServiceId }) => expect(await a.a2aServices.get(a2aServiceId)).toBeNull(),
    change: async (a, { a2aServiceId }) => expect(await a.a2aServices.change(a2aServiceId, { name: 'mine' })).toBe(false),
    remove: async (a, { a2aServiceId }) => expect(await a.a2aServices.remove(a2aServiceId)).toBe(false),
    stamp: async (a) => expect(await a.a2aServices.stamp()).toBe('0 0'),
    saveTask: async (a, { a2aServiceId: serviceId, runId }) => {
      const task = { handle: `task_${runId}`, serviceId, runId, taskId: 'mine', contextId: null };
      await expect(a.a2aServices.saveTask(task)).rejects.toMatchObject({ code: 'not-found' });
    },
    findTask: async (a, { runId }) => expect(await a.a2aServices.findTask(`task_${runId}`, runId)).toBeNull(),
    depthOf: async (a, { runId }) => expect(await a.a2aServices.depthOf(`${runId}_ended`, 5)).toBe(0),
    callerOf: async (a, { runId }) => expect(await a.a2aServices.callerOf(runId)).toBeNull(),
  },
  triggers: {
    list: async (a, { workflowId }) => expect(await a.triggers.list(workflowId)).toEqual([]),
    get: async (a, { slug }) => expect(await a.triggers.get({ slug, triggerId: 'hook' })).toBeNull(),
    setOn: async (a, { slug }) => expect(await a.triggers.setOn({ slug, triggerId: 'hook' }, false, null)).toBe(false),
    setSecret: async (a, { slug }) => expect(await a.triggers.setSecret({ slug, triggerId: 'hook' }, 'sealed')).toBe(false),
    events: async (a, { slug }) => expect((await a.triggers.events({ slug, triggerId: 'hook' }, {})).items).toEqual([]),
    event: async (a, { slug }) => expect(await a.triggers.event(`evt_${slug}`)).toBeNull(),
    replay: async (a, { slug }) =>
      expect(await a.triggers.replay(`evt_${slug}`, { eventId: 'evt_new', runId: 'run_new' })).toBe(false),
    listen: async (a, { workflowId }) =>
      a.triggers.listen({ token: `a_${workflowId}`, workflowId, triggerId: 'hook', expiresAt: new Date() }),
    listener: async (a, { slug }) => expect(await a.triggers.listener(`token_${slug}`)).toBeNull(),
  },
};

withDatabase('two workspaces', (database) => {
  const methods = Object.entries(cases).flatMap(([area, byMethod]) =>
    Object.entries(byMethod).map(([method, run]) => ({ area, method, run })),
  );

  test('every method of every repository has a case', () => {
    const repos = reposFor(database().db, localWorkspace);
    const existing = Object.entries(repos).flatMap(([area, repository]) =>
      Object.keys(repository).map((method) => `${area}.${method}`),
    );
    expect(methods.map(({ area, method }) => `${area}.${method}`).sort()).toEqual(existing.sort());
    expect(existing.length).toBeGreaterThan(9);
  });

  test.each(methods)('$area: $method of one neither reads nor changes data of the other', async ({ run }) => {
    const [a, b] = [await makeWorkspace(database()), await makeWorkspace(database())];
    const owner = reposFor(database().db, b);
    const ids = {
      sessionKey: `ses_${b}`,
      workflowId: `wf_${b}`,
      runId: `run_${b}`,
      slug: `slug-${b}`,
      keyId: `key_${b}`,
      actionId: `act_${b}`,
      callId: `act_call_${b}`,
      credentialId: `cred_${b}`,
      agentId: `agt_${b}`,
      mcpServerId: `mcp_${b}`,
      a2aServiceId: `a2a_${b}`,
    };
    const { slug } = ids;
    const session = await owner.sessions.open(
      { slug, owner: { kind: 'endpoint', id: slug }, name: 's' },
      { newKey: ids.sessionKey, title: 'Secret', keepDays: 1 },
    );
    const owned = { ...ids, session };
    await owner.workflows.create(owned.workflowId, { name: 'Secret', document: '{"secret":true}' });
    await owner.deployments.deploy({ ...frozen, slug: owned.slug, workflowId: owned.workflowId });
    await owner.keys.create(owned.slug, { ...newKey, keyId: owned.keyId });
    const { keyId: workspaceKeyId } = owned;
    const program = { name: 'Secret', hash: 'h', last4: 'last', scopes: ['admin'], ratePerMinute: null } as const;
    await owner.workspaceKeys.create({ ...program, keyId: workspaceKeyId, expiresAt: null });
    const origin = { surface: 'rest', client: 'Secret', keyId: owned.keyId } as const;
    const batch = makeBatch({ runId: owned.runId, workspaceId: b, workflowId: owned.workflowId, origin });
    await new PgRunStore(database().pool).append([
      { ...batch, approvals: [makeAsk({ actionId: owned.actionId })] },
      {
        ...batch,
        runId: `${owned.runId}_called`,
        status: 'waiting',
        deployment: {
          slug: owned.slug,
          version: 1,
          owner: { kind: 'key', id: owned.keyId },
          callerTools: { keyId: owned.keyId, tools: [callerTool] },
        },
        approvals: [makeAsk({ actionId: owned.callId, kind: 'caller', tool: 'caller@add' })],
      },
      {
        ...batch,
        runId: `${owned.runId}_ended`,
        status: 'succeeded',
        session: { sessionKey: owned.sessionKey, message: 'Secret' },
        turnEnd: { answer: '', state: JSON.stringify(FIRST_TURN) },
      },
    ]);
    await owner.pushConfigs.save(owned.runId, newPush);
    await owner.credentials.create({ ...newCredential, credentialId: owned.credentialId });
    await owner.credentials.fillSlot(owned.workflowId, 'crm', owned.credentialId);
    await owner.toolServices.create(newService);
    await owner.agents.create(owned.agentId, newAgent);
    await owner.mcpServers.create({ ...newMcpServer, serverId: owned.mcpServerId });
    await owner.mcpServers.beginSignIn({ ...newSignIn, serverId: owned.mcpServerId, state: owned.mcpServerId });
    const { a2aServiceId: serviceId, runId } = owned;
    await owner.a2aServices.create({ ...newA2aService, url: null, slug: owned.slug, serviceId });
    await owner.a2aServices.saveTask({ handle: `task_${runId}`, serviceId, runId, taskId: `${runId}_ended`, contextId: null });
    await new BudgetStore({
      pool: database().pool,
      clock: systemClock,
      workspaceBudget: () => undefined,
      onError: () => {},
    }).bind(runId, owned.keyId);
    expect([await owner.a2aServices.depthOf(`${runId}_ended`, 5), await owner.a2aServices.callerOf(runId)]).toEqual([
      1,
      { owner: { kind: 'workspace', id: '' }, keyId: owned.keyId },
    ]);
    const ref = { slug: owned.slug, triggerId: 'hook' };
    const triggers = new TriggerStore(database().pool);
    const [unarmed] = await triggers.findUnarmed({ slug: owned.slug, limit: 1 });
    if (!unarmed) return expect.fail('the deployment is armed');
    const armed = { ...ref, type: 'webhook', configHash: 'h', trigger: '{}', isArmed: true, nextAt: null };
    await owner.values.set('cursor', 'Secret', null);
    await triggers.arm(unarmed, [armed]);
    const live = { ...unarmed, ...armed, secret: null };
    const event = { eventId: `evt_${owned.slug}`, runId: owned.runId, payload: '{}', key: null, dueAt: null };
    await new TriggerEventStore(database().pool).addEvent(live, event, { claims: false });
    await owner.triggers.listen({
      token: `token_${owned.slug}`,
      workflowId: owned.workflowId,
      triggerId: 'hook',
      expiresAt: new Date(),
    });
    const look = async () => ({
      trigger: await owner.triggers.get(ref),
      triggerEvents: await owner.triggers.events(ref, {}),
      listener: await owner.triggers.listener(`token_${owned.slug}`),
      workflow: await owner.workflows.get(owned.workflowId),
      runs: await owner.runs.list(),
      sessions: await owner.sessions.list({}),
      turns: await owner.sessions.turns(session),
      approvals: await owner.approvals.list(),
      pushes: await owner.pushConfigs.list(owned.runId),
      calls: await owner.callerCalls.pending(`${owned.runId}_called`),
      values: await owner.values.list(),
      events: await owner.runs.readEvents(owned.runId, 0),
      commands: await new PgRunStore(database().pool).readCommands(owned.runId),
      deployment: await owner.deployments.get(owned.slug),
      versions: await owner.deployments.versions(owned.slug),
      keys: await owner.keys.list(owned.slug),
      workspaceKeys: await owner.workspaceKeys.list(),
      credentials: await owner.credentials.list(),
      agents: await owner.agents.list(),
      agentVersions: await owner.agents.versions(newAgent.id),
      slots: await owner.credentials.slotsOf(owned.workflowId),
      services: await owner.toolServices.list(),
      mcpServers: await owner.mcpServers.list(),
      a2aServices: await owner.a2aServices.list(),
      a2aTask: await owner.a2aServices.findTask(`task_${owned.runId}`, owned.runId),
      signIns: await database().prisma.mcpSignIn.findMany({ where: { serverId: owned.mcpServerId } }),
      webhooks: await database().prisma.webhook.findMany({ where: { runId: { startsWith: owned.runId } } }),
    });
    const before = await look();
    expect(before).toMatchObject({ workflow: { name: 'Secret' }, events: batch.events, commands: [] });
    expect(before.runs.items).toHaveLength(3);
    expect(before.approvals.items).toMatchObject([{ status: 'pending' }]);
    expect(before.calls).toMatchObject([{ isPending: true }]);
    expect(before).toMatchObject({
      deployment: { version: 1 },
      versions: [{ number: 1 }],
      keys: { items: [{ revokedAt: null }] },
    });
    await run(reposFor(database().db, a), owned);
    expect(await look()).toEqual(before);
  });
});
