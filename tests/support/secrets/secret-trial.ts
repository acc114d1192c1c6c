import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeClient } from '#lib/api/client.ts';
import type { NewCredentialBody } from '#lib/api/credentials.contract.ts';
import { openDatabase } from '#server/db/database/open-database.ts';
import { startFakeModel } from '../fake-model/start-fake-model.ts';
import { bearer, callApi } from '../published-endpoint.ts';
import { ServerProcess } from '../server-process.ts';
import { workflowOf } from '../test-engine.ts';
import { type Artefact, type FoundSecret, findSecrets } from './find-secrets.ts';
import { dumpDatabase, type KnownIds, readApi, readBackupFile, readPages } from './read-everything.ts';
import { credentialsFor, EchoService, startSecretIssuer } from './secret-services.ts';

const REDIRECT_URI = 'http://127.0.0.1:4999/credentials/callback';
/** In every run. Each kind of artefact must hold it, or the id of a run: the search is not blind. */
const MARKER = 'marker-of-this-trial';

export type SecretReport = {
  readonly found: readonly FoundSecret[];
  /** Secrets, with the tokens that the authorization server issued. */
  readonly secrets: number;
  /** Secrets of which no request that a service received shows the use. */
  readonly unused: readonly string[];
  /** Artefacts by kind, and kinds without the marker. */
  readonly searched: Readonly<Record<string, number>>;
  readonly withoutMarker: readonly string[];
};

type Trial = {
  /** A Postgres server; the embedded database without it. */
  readonly databaseUrl?: string | undefined;
  /** Whether the pages are built, and read too. */
  readonly hasPages: boolean;
};

/** Uses a credential of each type in every way there is, and searches all that a person or program could get. */
export async function runSecretTrial({ databaseUrl, hasPages }: Trial): Promise<SecretReport> {
  const folder = mkdtempSync(join(tmpdir(), 'threadloom-secrets-'));
  const dataFolder = join(folder, 'data');
  const clientSecret = `client-${randomBytes(12).toString('base64url')}`;
  const [service, traces] = [new EchoService(), new EchoService()];
  await Promise.all([service.listen(), traces.listen()]);
  const auth = await startSecretIssuer(clientSecret, REDIRECT_URI);
  const call = { url: `http://${service.host}/model?${MARKER}`, credential: 'bearer' };
  const model = await startFakeModel({
    reply: ({ messages = [] }) =>
      messages.some((message: { role: string }) => message.role === 'tool')
        ? {}
        : { calls: [{ name: 'http_request', args: call }] },
  });
  const config = [
    `http:\n  allowed_private_hosts: ['${service.host}', '${auth.host}']`,
    `models:\n  main:\n    provider: openai-compatible\n    base_url: ${model.url}\n    model: fake`,
    '',
  ].join('\n');
  const server = await ServerProcess.start({
    dataFolder,
    databaseUrl,
    config,
    isHeadless: !hasPages,
    env: { OTEL_EXPORTER_OTLP_ENDPOINT: `http://${traces.host}`, THREADLOOM_LOG_LEVEL: 'info' },
  });
  try {
    const sent: Artefact[] = [];
    const record: typeof fetch = async (url, init) => {
      const response = await fetch(url, init);
      const copy = response.clone();
      sent.push({ where: `response of ${String(url)}`, content: await copy.text() });
      return response;
    };
    const client = makeClient({ baseUrl: server.url, fetch: record });
    const { credentials, secrets } = credentialsFor(service.host, auth, clientSecret);
    const ids = await spendAll({ client, server, service, credentials, auth });
    const backup = await client.createBackup();
    const artefacts: Record<string, Artefact[]> = {
      api: [...sent, ...(await readApi(server.url, ids, fetch))],
      ...(hasPages && { pages: await readPages(server.url, ids) }),
      backup: [readBackupFile(backup.file)],
      prompts: model.requests.map(({ body }) => ({ where: 'prompt', content: JSON.stringify(body) })),
    };
    await server.end();
    artefacts.logs = [{ where: 'log', content: server.output }];
    artefacts.traces = traces.received.map(({ body }) => ({ where: 'trace', content: body }));
    artefacts.database = await readStored(dataFolder, databaseUrl);
    const issued = Object.fromEntries(auth.issued.map((token, index) => [`issued${index + 1}`, token]));
    const all = { ...secrets, ...issued, clientSecret };
    const markers = Object.fromEntries([MARKER, ...ids.runIds].map((marker) => [marker, marker]));
    const markerless = Object.entries(artefacts).filter(([, list]) => findSecrets(markers, list).length === 0);
    return {
      found: findSecrets(all, Object.values(artefacts).flat()),
      secrets: Object.keys(all).length,
      unused: unusedOf(secrets, service, tokensIn(service).length),
      searched: Object.fromEntries(Object.entries(artefacts).map(([kind, list]) => [kind, list.length])),
      withoutMarker: markerless.map(([kind]) => kind),
    };
  } finally {
    await server.end();
    await Promise.all([model.stop(), auth.close()]);
    service.close();
    traces.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

type Using = {
  readonly client: ReturnType<typeof makeClient>;
  readonly server: ServerProcess;
  readonly service: EchoService;
  readonly credentials: readonly NewCredentialBody[];
  readonly auth: Awaited<ReturnType<typeof startSecretIssuer>>;
};

/** Every type in a node, one by a model and one by code; published and as a draft; with errors; tested on the page. */
async function spendAll({ client, server, service, credentials, auth }: Using): Promise<KnownIds> {
  const created = new Map<string, string>();
  for (const body of credentials) created.set(body.name, (await client.createCredential({ body })).id);
  const person = { id: created.get('person') ?? '' };
  const { url } = await client.beginAuthorization({ params: person, body: { redirectUri: REDIRECT_URI } });
  const answer = await auth.signIn(url);
  await client.completeAuthorization({ body: { state: answer.get('state') ?? '', code: answer.get('code') ?? '' } });
  for (const id of created.values())
    await client.testCredential({ params: { id }, body: { url: `http://${service.host}/test` } });

  const slots = Object.fromEntries(credentials.map(({ name, type, hosts }) => [name, { type, hosts }]));
  const document = { ...flowFor(service.host, credentials), settings: { credentials: slots } };
  const { id } = await client.createWorkflow({ body: document as never });
  for (const [slot, credentialId] of created) await client.fillCredentialSlot({ params: { id, slot }, body: { credentialId } });
  const runIds: string[] = [];
  const { runId } = await client.runWorkflow({ params: { id }, body: { inputs: { note: MARKER }, mode: 'async' } });
  for await (const _ of client.streamEvents(runId)) void _;
  runIds.push(runId);
  const slug = 'secrets';
  await client.deployWorkflow({ params: { id }, body: { slug } });
  const { key } = await client.createKey({ params: { slug }, body: { name: 'trial' } });
  const published = await callApi(`${server.url}/api/v1/run/${slug}`, {
    body: { inputs: { note: MARKER } },
    headers: bearer(key),
  });
  runIds.push(String(published.json.runId));
  return { workflowIds: [id], runIds, slug };
}

function flowFor(host: string, credentials: readonly NewCredentialBody[]) {
  const calls = credentials.map(({ name }) => name);
  const code = `return await (await fetch('http://${host}/code', { credential: 'custom' })).json()`;
  return workflowOf(
    {
      start: ['start', { inputs: [{ name: 'note', type: 'text' }] }],
      ...Object.fromEntries(
        calls.map((auth) => [
          `call_${auth}`,
          ['http', { method: 'POST', url: `http://${host}/${auth}`, auth, body: { note: '{{start.note}}' }, timeoutMs: 20_000 }],
        ]),
      ),
      wrong: ['http', { url: `http://${host}/wrong`, auth: 'bearer' }, { onError: { continue: null } }],
      model: ['llm', { model: 'main', userPrompt: '{{start.note}}', availableTools: ['http_request'], credentials: ['bearer'] }],
      code: ['code', { code, grants: { hosts: [host], credentials: ['custom'] } }],
      end: ['end', { outputs: { note: '{{start.note}}', model: '{{model.output}}', code: '{{code}}' } }],
    },
    [
      ...calls.map((name) => `start -> call_${name}`),
      ...calls.map((name) => `call_${name} -> end`),
      'start -> wrong',
      'start -> model',
      'start -> code',
      'model -> end',
      'code -> end',
    ],
  );
}

async function readStored(dataFolder: string, databaseUrl: string | undefined): Promise<Artefact[]> {
  if (databaseUrl !== undefined) return dumpDatabase(databaseUrl);
  const database = await openDatabase({ dataFolder });
  try {
    return await dumpDatabase(database);
  } finally {
    await database.close();
  }
}

/** The access tokens that the service got: what no credential holds itself. */
function tokensIn({ received }: EchoService): string[] {
  const tokens = received
    .filter(({ url }) => url.startsWith('/robot') || url.startsWith('/person'))
    .map(({ headers }) => headers.authorization?.replace('Bearer ', '') ?? '');
  return [...new Set(tokens)];
}

/** The secret of `hmac` is in no request, but its signature is. */
function unusedOf(secrets: Readonly<Record<string, string>>, { received }: EchoService, tokens: number): string[] {
  const all = JSON.stringify(received);
  const isUsed = (name: string, value: string) =>
    name === 'hmac' ? all.includes('x-signature') : findSecrets({ [name]: value }, [{ where: '', content: all }]).length > 0;
  const unused = Object.entries(secrets).filter(([name, value]) => !isUsed(name, value));
  return [...unused.map(([name]) => name), ...(tokens < 2 ? ['oauth2'] : [])];
}
