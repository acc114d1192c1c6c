import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Client, makeClient } from '#lib/api/client.ts';
import type { Workflow } from '#lib/workflow/workflow.ts';
import { type DatabaseLocation, makeDatabaseLocation } from '../support/databases.ts';
import type { Behaviour } from '../support/fake-model/behaviour.ts';
import { type FakeModel, startFakeModel } from '../support/fake-model/start-fake-model.ts';
import { bearer, callApi, publish } from '../support/published-endpoint.ts';
import { ServerProcess } from '../support/server-process.ts';
import { workflowOf } from '../support/test-engine.ts';

const TOKEN = 'tok-6d1f0c55aa93';

/** A server that records what it gets, and sends back all headers of the request. */
class Place {
  readonly received: { url: string; headers: IncomingHttpHeaders }[] = [];
  readonly #server: Server;

  constructor(redirectsTo: () => string | undefined = () => undefined) {
    this.#server = createServer((request, response) => {
      this.received.push({ url: request.url ?? '', headers: request.headers });
      const location = request.url === '/away' ? redirectsTo() : undefined;
      if (location !== undefined) return response.writeHead(302, { location }).end();
      const base64 = btoa(String(request.headers.authorization));
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ headers: request.headers, base64, token: request.headers.authorization?.slice(7) }));
    });
  }

  async listen(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
  }
  get host(): string {
    return `127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }
  get tokens(): unknown[] {
    return this.received.map(({ headers }) => headers.authorization).filter((value) => value !== undefined);
  }
  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

const elsewhere = new Place();
const service = new Place(() => `http://${elsewhere.host}/elsewhere`);
/** What the model does in its next answers. */
let script: Partial<Behaviour>[] = [];
let model: FakeModel;
let place: DatabaseLocation;
let server: ServerProcess;
let api: Client;
let credentialId: string;

beforeAll(async () => {
  await Promise.all([service.listen(), elsewhere.listen()]);
  model = await startFakeModel({ reply: () => script.shift() ?? {} });
  place = await makeDatabaseLocation();
  const config = [
    `http:\n  allowed_private_hosts: ['${service.host}', '${elsewhere.host}']`,
    `models:\n  main:\n    provider: openai-compatible\n    base_url: ${model.url}\n    model: fake`,
    '',
  ].join('\n');
  server = await ServerProcess.start({ ...place, config });
  api = makeClient({ baseUrl: server.url, fetch });
  const body = { type: 'bearer' as const, name: 'crm', hosts: [service.host], fields: { token: TOKEN } };
  credentialId = (await api.createCredential({ body })).id;
});
afterAll(async () => {
  await server?.end();
  await model?.stop();
  await place?.remove();
  service.close();
  elsewhere.close();
});

const slots = (hosts = [service.host]) => ({ credentials: { crm: { type: 'bearer' as const, hosts } } });

async function save(document: Workflow, settings: object = slots()): Promise<string> {
  const { id } = await api.createWorkflow({ body: { ...document, settings } as never });
  if ('credentials' in settings) await api.fillCredentialSlot({ params: { id, slot: 'crm' }, body: { credentialId } });
  return id;
}

/** Runs a workflow to its end. @returns all that is stored of the run, as text, with its end */
async function run(id: string) {
  const { runId } = await api.runWorkflow({ params: { id }, body: { inputs: {}, mode: 'async' } });
  const events: unknown[] = [];
  for await (const event of api.streamEvents(runId)) events.push(event);
  const ended = await api.getRun({ params: { id: runId } });
  return { ended, text: JSON.stringify([events, ended]) };
}

const asking = (credentials: string[] = ['crm']) =>
  workflowOf(
    {
      start: ['start', { inputs: [] }],
      ask: ['llm', { model: 'main', userPrompt: 'Look', availableTools: ['http_request'], credentials }],
      end: ['end', { outputs: { answer: '{{ask.output}}' } }],
    },
    ['start -> ask', 'ask -> end'],
  );
const request = (args: object) => ({ calls: [{ name: 'http_request', args }] });

describe('a model that may send a credential', () => {
  test('sends it by name to its host, and never sees the value, whatever the server sends back', async () => {
    script = [request({ url: `http://${service.host}/me`, credential: 'crm' })];
    const before = model.requests.length;
    const { ended, text } = await run(await save(asking()));
    expect(ended.status).toBe('succeeded');
    expect(service.received.at(-1)?.headers.authorization).toBe(`Bearer ${TOKEN}`);
    const sent = JSON.stringify(model.requests.slice(before).map(({ body }) => body));
    expect(sent).toContain('crm');
    for (const seen of [sent, text]) {
      expect(seen).not.toContain(TOKEN);
      expect(seen).not.toContain(btoa(`Bearer ${TOKEN}`));
    }
  });

  test('is refused when a page makes it send it elsewhere, and gets the reason', async () => {
    const before = elsewhere.received.length;
    script = [request({ url: `http://${elsewhere.host}/collect`, credential: 'crm' })];
    const { text } = await run(await save(asking()));
    expect(elsewhere.received).toHaveLength(before);
    expect(text).toContain(`not to ${elsewhere.host}`);
    expect(JSON.stringify(model.requests.at(-1)?.body)).toContain('may be sent to');
  });

  test('cannot use one that the node does not name, nor see its name', async () => {
    const before = service.tokens.length;
    script = [request({ url: `http://${service.host}/me`, credential: 'crm' })];
    const { text } = await run(await save(asking([])));
    expect(service.tokens).toHaveLength(before);
    expect(text).toContain("have no credential 'crm'");
    const tools = JSON.stringify(model.requests.at(-1)?.body.tools);
    expect(tools).toContain('http_request');
    expect(tools).not.toContain('"credential"');
  });

  test('does not take it along by a redirect', async () => {
    script = [request({ url: `http://${service.host}/away`, credential: 'crm' })];
    await run(await save(asking()));
    expect(elsewhere.received.at(-1)?.url).toBe('/elsewhere');
    expect(elsewhere.tokens).toEqual([]);
  });
});

describe('an editor of the workflow', () => {
  const calling = (url: string) =>
    workflowOf({ start: ['start', { inputs: [] }], call: ['http', { url, auth: 'crm' }] }, ['start -> call']);

  test('who changes the host of the node, and of the slot, gets no request with the credential', async () => {
    const id = await save(calling(`http://${service.host}/me`));
    expect((await run(id)).ended.status).toBe('succeeded');
    const { revision } = await api.getWorkflow({ params: { id } });
    const stolen = { ...calling(`http://${elsewhere.host}/collect`), settings: slots([elsewhere.host, service.host]) };
    await api.replaceWorkflow({ params: { id }, headers: { 'if-match': String(revision) }, body: stolen as never });
    const before = elsewhere.received.length;
    const { ended } = await run(id);
    expect(ended).toMatchObject({ status: 'failed', error: { code: 'credential-refused', nodeId: 'call', path: 'config.auth' } });
    expect(elsewhere.received).toHaveLength(before);
  });
});

describe('code that was granted a host and a credential', () => {
  const coding = (language: string, code: string, credentials = ['crm']) =>
    workflowOf(
      {
        start: ['start', { inputs: [] }],
        code: ['code', { language, code, grants: { hosts: [service.host, elsewhere.host], credentials } }],
        end: ['end', { outputs: { value: '{{code}}' } }],
      },
      ['start -> code', 'code -> end'],
    );

  test.each([
    ['javascript', (url: string) => `const answer = await fetch('${url}', { credential: 'crm' }); return await answer.text()`],
    ['python', (url: string) => `answer = await fetch("${url}", credential="crm")\nreturn answer.text()`],
  ])('sends it by name in %s, and does not see the value', async (language, code) => {
    const { ended, text } = await run(await save(coding(language, code(`http://${service.host}/code`))));
    expect(ended.status).toBe('succeeded');
    expect(service.received.at(-1)).toMatchObject({ url: '/code', headers: { authorization: `Bearer ${TOKEN}` } });
    expect(text).not.toContain(TOKEN);
    const before = elsewhere.received.length;
    expect((await run(await save(coding(language, code(`http://${elsewhere.host}/code`))))).ended).toMatchObject({
      status: 'failed',
      error: { message: expect.stringContaining('may be sent to') },
    });
    expect(elsewhere.received).toHaveLength(before);
  });

  test('cannot name one that it was not granted', async () => {
    const code = `return await (await fetch('http://${service.host}/code', { credential: 'crm' })).text()`;
    expect((await run(await save(coding('javascript', code, [])))).ended).toMatchObject({
      status: 'failed',
      error: { message: expect.stringContaining("no credential 'crm'") },
    });
  });
});

describe('a published run reaches what its version lists', () => {
  const calling = (url: string) =>
    workflowOf(
      {
        start: ['start', { inputs: [{ name: 'url', type: 'text' }] }],
        call: ['http', { url, failOnStatus: false }],
        end: ['end', { outputs: { status: '{{call.status}}' } }],
      },
      ['start -> call', 'call -> end'],
    );
  const runPublished = async (document: Workflow, inputs: object = {}, hosts?: readonly string[]) => {
    const { slug, key } = await publish(server.url, document, { ...(hosts && { hosts }) });
    return (await callApi(`${server.url}/api/v1/run/${slug}`, { body: { inputs }, headers: bearer(key) })).json;
  };

  test('not a host that a redirect leads to, which is logged; a draft follows it', async () => {
    const document = calling(`http://${service.host}/away`);
    const draft = await run(await save(document, {}));
    expect(draft.ended.status).toBe('succeeded');
    expect(elsewhere.received.at(-1)?.url).toBe('/elsewhere');
    const before = elsewhere.received.length;
    expect(await runPublished(document)).toMatchObject({ status: 'failed', error: { code: 'url-refused', nodeId: 'call' } });
    expect(elsewhere.received).toHaveLength(before);
  });

  test('a host that a value chooses, only if it was named when it was published', async () => {
    const chosen = calling('{{start.url}}');
    const inputs = { url: `http://${elsewhere.host}/chosen` };
    const before = elsewhere.received.length;
    const refused = { status: 'failed', error: { code: 'url-refused', nodeId: 'call' } };
    const { runId } = await runPublished(chosen, inputs);
    // A caller reads the code, the workspace also the host and what to do.
    const error = {
      message: expect.stringContaining(`host ${elsewhere.host}`),
      hint: expect.stringContaining('when you publish'),
    };
    expect(await api.getRun({ params: { id: String(runId) } })).toMatchObject({ status: 'failed', error });
    expect(await runPublished(chosen, inputs, ['api.example.com'])).toMatchObject(refused);
    expect(elsewhere.received).toHaveLength(before);
    expect(await runPublished(chosen, inputs, [elsewhere.host])).toMatchObject({ status: 'succeeded' });
    expect(await runPublished(chosen, inputs, ['*'])).toMatchObject({ status: 'succeeded' });
  });

  test('the next publication keeps the hosts that it does not name, as part of its version', async () => {
    const { workflowId: id, slug } = await publish(server.url, calling('{{start.url}}'), { hosts: ['b.example', 'a.example'] });
    const deploy = async (body: object) => {
      const { version } = await api.deployWorkflow({ params: { id }, body: { slug, ...body } });
      return (await api.getVersion({ params: { id, number: version } })).reach?.openHosts;
    };
    expect(await deploy({})).toEqual(['a.example', 'b.example']);
    expect(await deploy({ hosts: [] })).toEqual([]);
    expect(await deploy({})).toEqual([]);
    await expect(deploy({ hosts: ['https://a.example/'] })).rejects.toMatchObject({ code: 'body-invalid' });
  });
});

describe('a model with a credential', () => {
  const entry = (baseUrl: string) => ({ provider: 'openai-compatible' as const, modelId: 'm', baseUrl, canStream: false });

  test('sends it where the request leaves, instead of a key; it is named, and never shown', async () => {
    script = [{}];
    const host = new URL(model.url).host;
    const made = await api.createCredential({
      body: { name: 'model-key', type: 'bearer', hosts: [host], fields: { token: 'sk-from-the-credential' } } as never,
    });
    const saved = await api.saveModel({ params: { name: 'kept' }, body: { ...entry(model.url), credentialId: made.id } });
    expect(saved).toMatchObject({ credentialId: made.id, key: 'set' });
    expect(JSON.stringify(saved)).not.toContain('sk-from-the-credential');
    expect(await api.testModel({ params: { name: 'kept' } })).toMatchObject({ ok: true });
    expect(model.requests.at(-1)?.headers.authorization).toBe('Bearer sk-from-the-credential');
  });

  test('is refused an address that the credential does not list, and a credential that does not exist', async () => {
    const { items } = await api.listCredentials({ query: {} });
    const id = items.find(({ name }) => name === 'model-key')?.id ?? '';
    const before = service.received.length;
    const moved = await api.tryModel({
      params: { name: 'kept' },
      body: { ...entry(`http://${service.host}/v1`), credentialId: id },
    });
    expect(moved).toMatchObject({ ok: false, error: { message: expect.stringContaining("'model-key' may be sent to") } });
    expect(service.received.length).toBe(before);
    const missing = api.saveModel({ params: { name: 'kept' }, body: { ...entry(model.url), credentialId: 'cred_none' } });
    await expect(missing).rejects.toMatchObject({ code: 'not-found' });
  });
});
