import type { Workflow } from '#lib/workflow/workflow.ts';
import type { Database } from '#server/db/database/open-database.ts';
import { bearer, callApi, makeKey, publish } from '../published-endpoint.ts';
import { workflowOf } from '../test-engine.ts';

export const ADMIN_TOKEN = 'the-administrators-token-of-the-matrix';
/** Every run writes it, whosever it is: one file with revisions of all. */
export const SHARED_PATH = 'notes/last.txt';

/** What one owner has: its ids, and the text that nobody else may see. */
export type Belongings = {
  readonly owner: string;
  readonly slug: string;
  readonly canary: string;
  readonly ended: string;
  readonly waiting: string;
  readonly actionId: string;
  readonly artifactId: string;
  /** Id and name of the session whose turns these runs are; missing for triggers. */
  readonly sessionKey?: string | undefined;
  readonly sessionName?: string | undefined;
  /** Missing for visitors and triggers, who upload nothing. */
  readonly fileId?: string | undefined;
  readonly uploadId?: string | undefined;
};

export type Caller = {
  readonly name: string;
  readonly is: 'nobody' | 'key' | 'visitor' | 'workspace-key' | 'member';
  readonly token?: string;
  /** The endpoint of keys and visitors. */
  readonly slug?: string;
  readonly scopes?: readonly string[];
  /** Whose belongings it may see; `all` for members. */
  readonly sees: readonly string[] | 'all';
};

export type World = {
  readonly callers: readonly Caller[];
  readonly belongings: readonly Belongings[];
  readonly slugs: readonly string[];
  /** Of the file that every run has written. */
  readonly sharedFileId: string;
  readonly sharedRevisions: number;
};

const triggers = [
  { id: 'intake', type: 'form', version: 1, label: '', config: {}, inputs: {} },
  { id: 'hook', type: 'webhook', version: 1, label: '', config: {}, inputs: { message: '{{trigger.body.text}}' } },
];

/** Makes a document, writes the shared file, and asks a person where the message says so. */
const intake = {
  ...workflowOf(
    {
      start: [
        'start',
        {
          inputs: [
            { name: 'message', type: 'text', required: true },
            { name: 'paper', type: 'file' },
          ],
        },
      ],
      art: ['artifact', { format: 'text', name: 'answer.txt', content: 'For {{start.message}}' }],
      write: ['tool-call', { toolName: 'write_file', parameters: { path: SHARED_PATH, content: 'Of {{start.message}}' } }],
      sort: ['condition', { when: 'start.message.contains("WAIT")' }],
      ask: ['approval', { title: 'Go on with {{start.message}}?', value: '{{start.message}}' }],
      end: ['end', { outputs: { answer: 'Asked: {{start.message}}' } }],
      done: ['end', { outputs: { answer: 'Done: {{start.message}}' } }],
    },
    ['start -> art', 'art -> write', 'write -> sort', 'sort.true -> ask', 'ask.approved -> end', 'sort.false -> done'],
  ),
  triggers,
} as Workflow;

type Json = Record<string, unknown>;
const itemsOf = (json: Json) => json.items as Json[];
const words = (owner: string) => `canary${owner.replaceAll('-', '')}${crypto.randomUUID().replaceAll('-', '').slice(0, 12)}`;

/** Two endpoints, one with shared runs; each has keys, a public chat page with visitors, a form and a webhook. */
export async function makeWorld(door: string, database: Database): Promise<World> {
  const api = `${door}/api/v1`;
  await callApi(`${api}/settings/tools/write_file`, { method: 'PUT', body: { approval: 'never' } });
  const [one, two] = await Promise.all(
    [false, true].map((sharedRuns) =>
      publish(door, intake, { events: 'full', allow: { decisions: true, sharedRuns, callerTools: true } }),
    ),
  );
  if (!one || !two) throw new Error('No endpoints');
  const callers: Caller[] = [];
  const belongings: Belongings[] = [];
  for (const [letter, endpoint] of [
    ['one', one],
    ['two', two],
  ] as const) {
    const { slug } = endpoint;
    const page = { access: 'public', ratePerMinute: 10_000, visitorRatePerMinute: 10_000 };
    await callApi(`${api}/deployments/${slug}/chat-page`, { method: 'PUT', body: page });
    const keys = [endpoint.key, (await makeKey(door, slug)).key];
    const visitors = await Promise.all(
      [0, 1].map(async () => String((await callApi(`${api}/chat/${slug}/visitors`, { method: 'POST' })).json.token)),
    );
    const keyNames = keys.map((_, index) => `${letter}-key-${index}`);
    for (const [index, token] of keys.entries()) {
      const name = keyNames[index] as string;
      callers.push({ name, is: 'key', token, slug, sees: letter === 'two' ? keyNames : [name] });
    }
    for (const [index, token] of visitors.entries()) {
      const name = `${letter}-visitor-${index}`;
      callers.push({ name, is: 'visitor', token, slug, sees: [name] });
    }
    const own = callers.filter((caller) => caller.slug === slug);
    belongings.push(...(await Promise.all(own.map((caller) => plant(api, caller, database)))));
    belongings.push(...(await plantTriggers(api, { letter, slug }, database)));
    const gone = await makeKey(door, slug);
    await callApi(`${api}/deployments/${slug}/keys/${gone.keyId}`, { method: 'DELETE' });
    const expired = await makeKey(door, slug);
    await database.pool.query("UPDATE api_keys SET expires_at = now() - interval '1 minute' WHERE id = $1", [expired.keyId]);
    callers.push({ name: `${letter}-revoked-key`, is: 'nobody', token: gone.key, sees: [] });
    callers.push({ name: `${letter}-expired-key`, is: 'nobody', token: expired.key, sees: [] });
  }
  belongings.push(await plantMember(api, one.workflowId, database));
  const shared = itemsOf((await callApi(`${api}/files?folder=notes`)).json)[0] as { fileId: string; revision: number };
  return {
    callers: [...callers, ...(await otherCallers(api))],
    belongings,
    slugs: [one.slug, two.slug],
    sharedFileId: shared.fileId,
    sharedRevisions: shared.revision,
  };
}

async function otherCallers(api: string): Promise<Caller[]> {
  const scoped = await Promise.all(
    ['read', 'run', 'edit', 'admin'].map(async (scope): Promise<Caller> => {
      const { key } = (await callApi(`${api}/keys`, { body: { name: scope, scopes: [scope] } })).json;
      return { name: `scope-${scope}`, is: 'workspace-key', token: String(key), scopes: [scope], sees: seenWith(scope) };
    }),
  );
  const { key, id } = (await callApi(`${api}/keys`, { body: { name: 'gone', scopes: ['admin'] } })).json;
  await callApi(`${api}/keys/${id}`, { method: 'DELETE' });
  return [
    ...scoped,
    { name: 'member', is: 'member', token: ADMIN_TOKEN, sees: 'all' },
    { name: 'no-credential', is: 'nobody', sees: [] },
    { name: 'wrong-key', is: 'nobody', token: `tlk_${'0'.repeat(20)}_${'0'.repeat(43)}`, sees: [] },
    { name: 'wrong-token', is: 'nobody', token: 'not-the-token-of-anybody', sees: [] },
    { name: 'wrong-visitor', is: 'nobody', token: `tlv_${'A'.repeat(200)}`, sees: [] },
    { name: 'revoked-workspace-key', is: 'nobody', token: String(key), sees: [] },
  ];
}

const seenWith = (scope: string) => (scope === 'read' || scope === 'admin' ? 'all' : []);

/** A run that has ended, one that waits, a file, an upload, a rating and a tab: all with the text of this caller. */
async function plant(api: string, { name, token = '', slug = '', is, sees }: Caller, database: Database): Promise<Belongings> {
  const canary = words(name);
  const headers = bearer(token);
  const sessionName = `chat-of-${name}`;
  const start = async (message: string) =>
    expectOk(
      await callApi(`${api}/run/${slug}`, {
        body: { inputs: { message }, sessionId: sessionName },
        // The same for all, whose runs are not. Keys that share their runs share it, too.
        headers: { ...headers, 'idempotency-key': `${message.slice(0, 4)}${sees.length > 1 ? name : ''}`.replace(' ', '-') },
      }),
    );
  const ended = String((await start(`I am ${canary}`)).runId);
  const waiting = String((await start(`WAIT for ${canary}`)).runId);
  await callApi(`${api}/runs/${ended}/feedback`, {
    method: 'PUT',
    body: { rating: 'down', comment: `Rated by ${canary}` },
    headers,
  });
  const found = await findId(database, 'SELECT session_key AS id FROM runs WHERE id = $1', ended);
  const tab = { url: `https://a.example/${canary}` };
  await callApi(`${api}/sessions/${found}/tabs/docs`, { method: 'PUT', body: { clientId: 'page', seq: 1, tab }, headers });
  const files = is === 'key' ? await plantFiles(api, headers, canary) : {};
  return {
    owner: name,
    slug,
    canary,
    ended,
    waiting,
    ...(await madeBy(database, ended, waiting)),
    sessionKey: found,
    sessionName,
    ...files,
  };
}

async function plantFiles(api: string, headers: Readonly<Record<string, string>>, canary: string) {
  const uploaded = expectOk(await callApi(`${api}/files?path=own/${canary}.json`, { body: { secret: canary }, headers }));
  const upload = expectOk(await callApi(`${api}/uploads`, { body: { path: `own/${canary}-2.bin`, sizeBytes: 900 }, headers }));
  return {
    fileId: String(itemsOf(uploaded)[0]?.fileId),
    uploadId: String(upload.uploadId),
  };
}

/** Runs that nobody with a key or a token started. */
async function plantTriggers(
  api: string,
  { letter, slug }: { letter: string; slug: string },
  database: Database,
): Promise<Belongings[]> {
  const { secret } = (await callApi(`${api}/deployments/${slug}/triggers/hook/secret`, { body: {} })).json;
  const send = {
    form: (message: string) => callApi(`${api}/hooks/${slug}/intake`, { body: { values: { message } } }),
    webhook: (text: string) => callApi(`${api}/hooks/${slug}/hook`, { body: { text }, headers: bearer(String(secret)) }),
  };
  return Promise.all(
    Object.entries(send).map(async ([kind, sendOne]) => {
      const owner = `${letter}-${kind}`;
      const canary = words(owner);
      for (const message of [`I am ${canary}`, `WAIT for ${canary}`]) expectOk(await sendOne(message));
      // Its sender is not told the id.
      const runOf = (text: string) => findId(database, 'SELECT id FROM runs WHERE inputs LIKE $1', `%${text} ${canary}%`);
      const [ended, waiting] = [await runOf('I am'), await runOf('WAIT for')];
      return { owner, slug, canary, ended, waiting, ...(await madeBy(database, ended, waiting)) };
    }),
  );
}

/** What a member made: a draft's run in a session of the studio, and what only members see. */
async function plantMember(api: string, workflowId: string, database: Database): Promise<Belongings> {
  const canary = words('member');
  const start = async (message: string) =>
    String(
      expectOk(await callApi(`${api}/workflows/${workflowId}/runs`, { body: { inputs: { message }, sessionId: 'studio' } }))
        .runId,
    );
  const ended = await start(`I am ${canary}`);
  const waiting = await start(`WAIT for ${canary}`);
  const sessionKey = await findId(database, 'SELECT session_key AS id FROM runs WHERE id = $1', ended);
  const files = await plantFiles(api, {}, canary);
  await callApi(`${api}/stored-values`, { method: 'PUT', body: { key: 'orders/secret', value: { text: canary } } });
  await callApi(`${api}/credentials`, {
    body: { type: 'bearer', name: canary, hosts: ['a.example'], fields: { token: canary } },
  });
  await callApi(`${api}/knowledge`, { body: { name: 'private', title: canary } });
  await callApi(`${api}/knowledge/private/documents`, { body: { documents: [{ key: 'k', text: `# ${canary}\n\n${canary}` }] } });
  await callApi(`${api}/agents`, {
    body: { id: 'private', title: canary, description: canary, instructions: canary, tools: [] },
  });
  await callApi(`${api}/mcp-servers`, {
    body: { name: 'private', displayName: canary, url: 'http://127.0.0.1:9/mcp', timeoutS: 1 },
  });
  await callApi(`${api}/a2a-services`, {
    body: { name: 'private', displayName: canary, url: 'http://127.0.0.1:9/a', timeoutS: 1 },
  });
  return {
    owner: 'member',
    slug: '',
    canary,
    ended,
    waiting,
    ...(await madeBy(database, ended, waiting)),
    sessionKey,
    sessionName: 'studio',
    ...files,
  };
}

/** Waits until both runs are there, and finds what they made. */
async function madeBy(database: Database, ended: string, waiting: string): Promise<Pick<Belongings, 'actionId' | 'artifactId'>> {
  const actionId = await findId(database, 'SELECT action_id AS id FROM approvals WHERE run_id = $1', waiting);
  await findId(database, "SELECT id FROM runs WHERE id = $1 AND status = 'waiting'", waiting);
  await findId(database, "SELECT id FROM runs WHERE id = $1 AND status = 'succeeded'", ended);
  const artifactId = await findId(database, 'SELECT id FROM files WHERE run_id = $1 AND path <> $2', ended, SHARED_PATH);
  return { actionId, artifactId };
}

async function findId(database: Database, statement: string, ...values: string[]): Promise<string> {
  for (const untilMs = performance.now() + 30_000; performance.now() < untilMs; ) {
    const { rows } = await database.pool.query<{ id: string }>(statement, values);
    if (rows[0]) return rows[0].id;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`Nothing within 30 s: ${statement} ${values}`);
}

function expectOk({ status, json }: { status: number; json: Json }): Json {
  if (status >= 300) throw new Error(`${status}: ${JSON.stringify(json)}`);
  return json;
}
