import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { ReactNode } from 'react';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { CredentialForm } from '#components/credentials/credential-form.tsx';
import { useEntryForm } from '#components/data/use-entry-form.ts';
import { TriggerSecretForm } from '#components/inspector/trigger/trigger-secret-form.tsx';
import { AgentForm } from '#components/pages/agents/agent-form.tsx';
import { EndpointKey } from '#components/pages/api-docs/endpoint-key.tsx';
import { CredentialTest } from '#components/pages/credentials/credential-test.tsx';
import { BaseForm } from '#components/pages/knowledge/base-form.tsx';
import { SourceForm } from '#components/pages/knowledge/source-form.tsx';
import { McpImport } from '#components/pages/mcp/mcp-import.tsx';
import { McpServerForm } from '#components/pages/mcp/mcp-server-form.tsx';
import { EmbeddingForm } from '#components/pages/models/embedding-form.tsx';
import { draftOf, newDraft } from '#components/pages/models/model-draft.ts';
import { ModelForm } from '#components/pages/models/model-form.tsx';
import { KeyForm } from '#components/pages/publish/key-form.tsx';
import { PrivateHostsSetting } from '#components/pages/settings/private-hosts-setting.tsx';
import { RetentionSetting } from '#components/pages/settings/retention-setting.tsx';
import { SearchForm } from '#components/pages/settings/search-form.tsx';
import { WorkspaceKeyForm } from '#components/pages/settings/workspace-key-form.tsx';
import { NewSkill } from '#components/pages/skills/new-skill.tsx';
import { NewSkillFile } from '#components/pages/skills/new-skill-file.tsx';
import { StoredValueForm } from '#components/pages/stored-values/stored-value-form.tsx';
import { A2aAgentForm } from '#components/pages/tools/a2a-agent-form.tsx';
import { DocumentForm } from '#components/pages/tools/document-form.tsx';
import { ServiceForm } from '#components/pages/tools/service-form.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import type { AgentResource } from '#lib/api/agents.contract.ts';
import type { ChangeableSettings } from '#lib/api/changeable-settings.ts';
import type { CredentialResource } from '#lib/api/credentials.contract.ts';
import type { ConfiguredModelResource } from '#lib/api/models.contract.ts';
import { until } from '#tests/support/eventually.ts';
import { PageWindow } from '#tests/support/mounted-part.tsx';
import { sampleBase as base } from '#tests/support/sample-base.ts';

const now = '2026-11-26T10:00:00.000Z';
const endpoints = { embeddings: [], rerankers: [], hasVectors: true };
const nothing = async () => {};

let sent: string[] = [];
/** Of the requests in `sent`; undefined for none. */
let bodies: unknown[] = [];
/** Of requests that only read; undefined for 404. */
let readAnswer: typeof answer | undefined;
let answer: (path: string) => { readonly status: number; readonly body: unknown };
const server = createServer(async (request: IncomingMessage, response: ServerResponse) => {
  const isChange = request.method !== 'GET';
  const json = await text(request);
  if (isChange) {
    sent.push(`${request.method} ${request.url}`);
    bodies.push(json === '' ? undefined : JSON.parse(json));
  }
  const { status, body } = isChange ? answer(request.url ?? '') : (readAnswer?.('') ?? refusal(404, 'not-found', 'Not found'));
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
});
let page: PageWindow;

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  page = new PageWindow(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
afterEach(() => {
  page.clear();
  sent = [];
  bodies = [];
  readAnswer = undefined;
});
afterAll(async () => {
  await page.close();
  server.close();
});

function refusal(status: number, code: string, message: string, details?: object) {
  return { status, body: { error: { code, message, requestId: 'r1', ...(details && { details }) } } };
}
const refuse = (path: string, message: string) =>
  refusal(400, 'body-invalid', 'The body is invalid', { problems: [{ path, message }] });
const fieldOf = (control: Element | null) => control?.id.split('-').at(-1);
const errorOf = (control: Element | null) => document.getElementById(`${control?.id}-error`)?.textContent;

const search = { provider: 'tavily', host: null, baseUrl: null, key: 'set', credentialId: null } as const;
const settings: ChangeableSettings = {
  allowedHosts: { value: [], source: 'default', key: 'allowedHosts' },
  search: { value: search, source: 'studio', key: 'search' },
  embeddings: [],
  tools: [],
  retentionDays: { value: null, source: 'default', key: 'retentionDays' },
  runsOfWorkflow: { value: null, source: 'default', key: 'runsOfWorkflow' },
};

/** Forms with one question, whose every refusal is at its field. */
const singleFields = [
  {
    name: 'servers of an MCP configuration',
    form: <McpImport key="" onDone={nothing} onChoose={() => {}} onCancel={() => {}} />,
    field: 'text',
    missing: '必填',
    typed: '{"mcpServers":{}}',
  },
  {
    name: 'the address of an OpenAPI document',
    form: <DocumentForm key="" kind="url" onRead={() => {}} />,
    field: 'text',
    missing: '必填',
    typed: 'https://api.example.com',
  },
  {
    name: 'a private host',
    form: <PrivateHostsSetting key="" setting={settings.allowedHosts} suggested="" />,
    field: 'host',
    missing: '请输入主机和端口，例如 10.0.0.5:8080',
    typed: '主机',
  },
  {
    name: 'the key of an endpoint',
    form: <EndpointKey key="" slug="shop" onOpened={() => {}} />,
    field: 'key',
    missing: '请输入此接口的密钥，以 tlk_ 开头。',
    typed: 'tlk_0',
  },
  {
    name: 'the secret of a trigger',
    form: <TriggerSecretForm key="" params={{ slug: 'shop', triggerId: 'hook' }} onSaved={nothing} />,
    field: 'secret',
    missing: '请输入 8 到 500 个字符。',
    typed: 'a secret of theirs',
  },
  {
    name: 'a file of a skill',
    form: <NewSkillFile key="" skillName="report" firstPath="" onAdded={nothing} onCancel={nothing} />,
    field: 'path',
    missing: '请输入文件路径，例如 references/report.md',
    typed: 'references/报告.md',
  },
] as const;

const emptyForms: [name: string, form: ReactNode, field: string, error: string][] = [
  ['an A2A agent', <A2aAgentForm key="" taken={[]} onSaved={nothing} />, 'name', '必填'],
  ['an MCP server', <McpServerForm key="" commands={[]} taken={[]} onSaved={nothing} onCancel={nothing} />, 'url', '必填'],
  ['a model', <ModelForm key="" first={newDraft} onSaved={nothing} />, 'baseUrl', '必填'],
  ['an embedding model', <EmbeddingForm key="" taken={['main']} onSaved={nothing} onCancel={nothing} />, 'name', '必填'],
  ['a credential', <CredentialForm key="" mode={{ kind: 'new' }} onSaved={nothing} onCancel={nothing} />, 'name', '必填'],
  ['an agent', <AgentForm key="" onSaved={nothing} onCancel={nothing} />, 'title', '必填'],
  ['a knowledge base', <BaseForm key="" endpoints={endpoints} onSaved={nothing} />, 'name', '必填'],
  [
    'a service',
    <ServiceForm
      key=""
      first={{ id: 'shop', title: 'Shop', serverUrl: 'https://{region}.example.com', credentialId: null }}
      operations={[]}
      onSave={async () => Promise.reject(new Error('Not expected'))}
      onSaved={nothing}
    />,
    'serverUrl',
    '请把花括号中的词换成你自己的',
  ],
  ['the web search', <SearchForm key="" stored={null} onSaved={nothing} onCancel={nothing} />, 'apiKey', '必填'],
  ['a skill', <NewSkill key="" onCreated={nothing} onCancel={nothing} />, 'name', '必填'],
  ['a key of an endpoint', <KeyForm key="" slug="shop" onMade={nothing} />, 'name', '请为密钥命名，以便与其他密钥区分。'],
  ['a key of the workspace', <WorkspaceKeyForm key="" onMade={nothing} />, 'name', '请为密钥命名，以便与其他密钥区分。'],
  [
    'a stored value',
    <StoredValueForm key="" stored={undefined} nowMs={0} onSave={nothing} onSaved={nothing} onCancel={nothing} />,
    'key',
    '必填',
  ],
  ...singleFields.map(({ name, form, field, missing }): (typeof emptyForms)[number] => [name, form, field, missing]),
];

test.each(emptyForms)(
  '%s: an empty form has the focus in its first wrong field, with a text of the studio',
  async (_, form, field, error) => {
    const main = await page.mount(form, 'zh-CN');
    const shown = main.querySelector('form');
    page.submit(shown);
    expect(fieldOf(document.activeElement)).toBe(field);
    expect(errorOf(document.activeElement)).toBe(error);
    expect(shown?.hasAttribute('novalidate')).toBe(true);
    expect(document.querySelectorAll('[required], [pattern], [minlength], [maxlength]')).toHaveLength(0);
    expect(document.activeElement?.closest('[data-field]')?.querySelector('[aria-live] [id$="-error"]')).not.toBeNull();
    expect(sent).toEqual([]);
  },
);

test.each(singleFields)('$name: why the server did not take it is at the field, which keeps what was typed', async (one) => {
  const main = await page.mount(one.form, 'zh-CN');
  const control = () => main.querySelector<HTMLInputElement>(`[id$="-${one.field}"]`);
  page.type(control(), one.typed);
  answer = () => refusal(500, 'internal', '服务器内部错误');
  page.submit(main.querySelector('form'));
  await until(() => errorOf(control()));
  expect(document.activeElement).toBe(control());
  expect(control()?.value).toBe(one.typed);
  page.type(control(), `${one.typed} `);
  expect(errorOf(control())).toBeUndefined();
});

test('a server that answers without a reason is named in the language of the page', async () => {
  const main = await page.mount(<EndpointKey slug="shop" onOpened={() => {}} />, 'zh-CN');
  page.type(main.querySelector('input'), 'tlk_0');
  readAnswer = () => ({ status: 502, body: 'Bad gateway' });
  page.submit(main.querySelector('form'));
  await until(() => errorOf(main.querySelector('input')));
  expect(errorOf(main.querySelector('input'))).toBe('服务器返回 502，且没有说明原因');
});

test('what is wrong with the request of a form with one field is at the field, without the path of the request', async () => {
  const main = await page.mount(<DocumentForm kind="document" onRead={() => {}} />, 'en');
  const control = () => main.querySelector('textarea');
  page.type(control(), '{}');
  answer = () => refuse('body.document', 'The field openapi is missing');
  page.submit(main.querySelector('form'));
  await until(() => errorOf(control()));
  expect(errorOf(control())).toBe('The field openapi is missing');
});

test('a failed test of a database, whose form has no field, is announced', async () => {
  const credential = {
    id: 'c1',
    name: 'orders',
    type: 'postgres',
    hosts: ['db.example.com:5432'],
  } as unknown as CredentialResource;
  const main = await page.mount(<CredentialTest credential={credential} onTested={() => {}} onClose={() => {}} />, 'en');
  answer = () => refusal(500, 'internal', 'The server failed');
  page.submit(main.querySelector('form'));
  await until(() => main.querySelector('[role="alert"]')?.textContent === 'The server failed');
});

test('a text above the limit of its field is refused at the field, and not cut off', async () => {
  const main = await page.mount(<KeyForm slug="shop" onMade={nothing} />, 'zh-CN');
  const name = main.querySelector<HTMLInputElement>('#key-name');
  const text = '很长的名称'.repeat(30);
  page.type(name, text);
  page.submit(main.querySelector('form'));
  expect(document.activeElement).toBe(name);
  expect(errorOf(name)).toBe('最多 100 个字符，当前为 150 个。');
  expect(name?.value).toBe(text);
  expect(sent).toEqual([]);
});

test('a key whose rate is wrong has the focus in the rate, and the server is not asked', async () => {
  const main = await page.mount(<KeyForm slug="shop" onMade={nothing} />, 'en');
  page.type(main.querySelector('#key-name'), 'website');
  page.type(main.querySelector('#key-rate'), '-1');
  page.submit(main.querySelector('form'));
  expect(document.activeElement?.id).toBe('key-rate');
  expect(errorOf(document.activeElement)).toContain('from 1 to 1,000,000');
  expect(sent).toEqual([]);
});

test('a limit of past runs that is not a number is refused at its field', async () => {
  const main = await page.mount(<RetentionSetting id="days" setting={settings.retentionDays} max={3650} />, 'en');
  page.type(main.querySelector('input'), '一百');
  page.submit(main.querySelector('form'));
  expect(document.activeElement).toBe(main.querySelector('input'));
  expect(errorOf(document.activeElement)).toContain('from 1 to 3,650');
});

test('what the server refuses is shown at its field, which has the focus, and the entry can be sent again', async () => {
  const saved = vi.fn(nothing);
  const main = await page.mount(<BaseForm base={base} endpoints={endpoints} onSaved={saved} />, 'en');
  answer = () => refuse('body.chunkChars', 'Smaller chunks');
  page.submit(main.querySelector('form'));
  await until(() => main.querySelector('[aria-invalid="true"]'));
  expect(fieldOf(document.activeElement)).toBe('chunkChars');
  expect(errorOf(document.activeElement)).toBe('Smaller chunks');
  expect(saved).not.toHaveBeenCalled();

  await until(() => !main.querySelector('[type="submit"]')?.hasAttribute('aria-disabled'));
  answer = () => ({ status: 200, body: base });
  page.submit(main.querySelector('form'));
  await until(() => saved.mock.calls.length > 0);
  expect(main.querySelector('[aria-invalid="true"]')).toBeNull();
  expect(sent).toHaveLength(2);
});

test('a refusal for what the form does not show is under the form, and none is lost', async () => {
  const main = await page.mount(<BaseForm base={base} endpoints={endpoints} onSaved={nothing} />, 'en');
  answer = () => refusal(409, 'name-taken', 'There is another one');
  page.submit(main.querySelector('form'));
  await until(() => main.querySelector('[role="alert"]')?.textContent);
  expect(main.querySelector('[role="alert"]')?.textContent).toContain('Not saved There is another one');
});

test('a wrong field that is folded is opened', async () => {
  const stored = { ...newDraft, name: 'main', modelId: 'm', baseUrl: 'https://models.example', maxOutputTokens: '0.5' };
  const main = await page.mount(<ModelForm first={stored} onSaved={nothing} />, 'en');
  page.submit(main.querySelector('form'));
  expect(fieldOf(document.activeElement)).toBe('maxOutputTokens');
  expect(main.querySelector('details')?.open).toBe(true);
});

test('a press while it is being stored sends nothing; the form is busy until what follows is done', async () => {
  let release = () => {};
  const opened = new Promise<void>((resolve) => {
    release = resolve;
  });
  const main = await page.mount(<BaseForm base={base} endpoints={endpoints} onSaved={() => opened} />, 'en');
  answer = () => ({ status: 200, body: base });
  const form = main.querySelector('form');
  page.submit(form);
  page.submit(form);
  await until(() => sent.length > 0);
  expect(main.querySelector('[type="submit"]')?.getAttribute('aria-disabled')).toBe('true');
  page.submit(form);
  release();
  await until(() => !main.querySelector('[type="submit"]')?.hasAttribute('aria-disabled'));
  expect(sent).toEqual(['PUT /api/v1/knowledge/rules']);
});

test('a source that was added leaves an empty form', async () => {
  const main = await page.mount(<SourceForm baseName="rules" onSaved={nothing} />, 'en');
  const source = { kind: 'url', address: 'https://example.com/docs', selector: 'main', everyHours: 24 };
  answer = () => ({ status: 201, body: { items: [] } });
  const field = (name: string) => main.querySelector<HTMLInputElement>(`[id$="-${name}"]`);
  page.type(field('kind'), 'url');
  page.type(field('address'), 'https://example.com/docs');
  page.type(field('selector'), 'main');
  page.submit(main.querySelector('form'));
  // What is changed while it is sent stays.
  page.type(field('selector'), 'article');
  await until(() => field('address')?.value === '');
  expect(field('selector')?.value).toBe('article');
  expect(sent).toEqual(['POST /api/v1/knowledge/rules/sources']);
  expect(bodies).toEqual([source]);
});

type Edited = [name: string, form: (onSaved: () => Promise<void>) => ReactNode, field: string, request: string, body: object];
const model: ConfiguredModelResource = {
  name: 'main',
  provider: 'openai-compatible',
  modelId: 'm',
  isDefault: true,
  isDemo: false,
  whyNot: null,
  key: 'set',
  credentialId: null,
  origin: 'studio',
  host: 'models.example',
  baseUrl: 'https://models.example/v1',
  temperature: 0.7,
  contextTokens: 128_000,
  maxOutputTokens: 4096,
  timeoutMs: 60_000,
  price: null,
  tools: 'native',
  canStream: true,
  canSee: false,
  reasoningEffort: null,
};
const trial = {
  ok: true,
  text: 'Hello',
  durationMs: 5,
  firstTokenMs: null,
  usage: { promptTokens: 1, completionTokens: 1, totalTokens: 2 },
  error: null,
};
const edited: Edited[] = [
  [
    'a model',
    (onSaved) => <ModelForm first={draftOf(model)} stored={model} onSaved={onSaved} />,
    'modelId',
    'PUT /api/v1/models/main',
    { baseUrl: 'https://models.example/v1', modelId: 'https://edited.example' },
  ],
  [
    'the web search',
    (onSaved) => <SearchForm stored={search} onSaved={() => void onSaved()} onCancel={nothing} />,
    'baseUrl',
    'PUT /api/v1/settings/search',
    { baseUrl: 'https://edited.example', provider: 'tavily', credentialId: null },
  ],
];

test.each(edited)(
  '%s: what is edited is sent, and the key that is stored is not touched',
  async (_, form, field, request, body) => {
    const saved = vi.fn(nothing);
    const main = await page.mount(form(saved), 'en');
    answer = (path) => ({ status: 200, body: path.endsWith('/try') ? trial : path.includes('/models/') ? model : settings });
    page.type(main.querySelector(`[id$="-${field}"]`), 'https://edited.example');
    page.submit(main.querySelector('form'));
    await until(() => saved.mock.calls.length > 0);
    expect(sent.at(-1)).toBe(request);
    expect(bodies.at(-1)).toMatchObject(body);
    for (const one of bodies) expect(one).not.toHaveProperty('apiKey');
  },
);

test('an entry is not stored while other work on it runs, nor the other way round', async () => {
  let release = () => {};
  const ends = () => new Promise<object>((resolve) => (release = () => resolve({})));
  const send = vi.fn(ends);
  const work = vi.fn(ends);
  function Form() {
    const form = useEntryForm<{ note: string }, object>({ first: { note: '' }, problemsOf: () => ({}), send, onSaved: nothing });
    return (
      <form {...form.props} aria-busy={form.isBusy}>
        <button type="button" onClick={() => void form.runAlone(work)}>
          Delete
        </button>
      </form>
    );
  }
  const main = await page.mount(<Form />, 'en');
  const form = main.querySelector('form');
  const isFree = () => form?.getAttribute('aria-busy') === 'false';
  page.submit(form);
  await page.click(main.querySelector('button'));
  expect([send.mock.calls.length, work.mock.calls.length]).toEqual([1, 0]);
  release();
  await until(isFree);
  await page.click(main.querySelector('button'));
  page.submit(form);
  expect([send.mock.calls.length, work.mock.calls.length]).toEqual([1, 1]);
  release();
  await until(isFree);
});

test('what is wrong with a field that is not shown is said under the form', async () => {
  function Form() {
    const form = useEntryForm<{ note: string }, object>({
      first: { note: '' },
      problemsOf: () => ({ note: 'Required', other: 'Too long' }),
      send: async () => ({}),
      onSaved: nothing,
    });
    return (
      <form {...form.props}>
        <TextField {...form.text('note')} label="Note" />
        <p role="alert">{form.problem}</p>
      </form>
    );
  }
  const main = await page.mount(<Form />, 'en');
  page.submit(main.querySelector('form'));
  expect(fieldOf(document.activeElement)).toBe('note');
  expect(main.querySelector('[role="alert"]')?.textContent).toBe('other: Too long');
});

test('the version of an agent that was stored is what the page gets', async () => {
  const spec = { id: 'clock', title: 'Clock', description: 'Says the time', model: 'default' };
  const { agentSpecSchema } = await import('#lib/agents/agent-spec.ts');
  const agent: AgentResource = {
    id: 'clock',
    isBuiltIn: false,
    version: 1,
    createdAt: now,
    changedAt: now,
    spec: agentSpecSchema.parse(spec),
    toolIds: [],
  };
  const saved = vi.fn(nothing);
  const main = await page.mount(<AgentForm agent={agent} onSaved={saved} onCancel={nothing} />, 'en');
  answer = () => ({ status: 200, body: { ...agent, version: 2 } });
  page.submit(main.querySelector('form'));
  await until(() => saved.mock.calls.length > 0);
  expect(saved).toHaveBeenCalledWith({ ...agent, version: 2 });
});
