import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Workflow } from '#lib/workflow/workflow.ts';
import { type DatabaseLocation, makeDatabaseLocation } from '../support/databases.ts';
import { bearer, callApi, makeKey, publish } from '../support/published-endpoint.ts';
import { rawRequest } from '../support/raw-request.ts';
import { ServerProcess } from '../support/server-process.ts';
import { workflowOf } from '../support/test-engine.ts';

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

const api = (path: string) => `${server.url}/api/v1${path}`;
type Item = Record<string, unknown> & { source: { runId: string }; artifactId: string };
const get = (path: string, key: string) => callApi(api(path), { headers: bearer(key) });
const textOf = async (path: string, key: string) => {
  const { status, text } = await rawRequest(api(path), { headers: bearer(key) });
  return status === 200 ? text : status;
};
const artifactsOf = async (key: string) => (await get('/artifacts', key)).json.items as Item[];
const run = (slug: string, key: string, inputs: object, more: object = {}) =>
  callApi(api(`/run/${slug}`), { body: { inputs, ...more }, headers: bearer(key) });

async function openPage(slug: string): Promise<void> {
  const body = { access: 'public', visitorRatePerMinute: 100, ratePerMinute: 100 };
  expect((await callApi(api(`/deployments/${slug}/chat-page`), { method: 'PUT', body })).status).toBe(200);
}

const visit = async (slug: string) => String((await callApi(api(`/chat/${slug}/visitors`), { method: 'POST' })).json.token);

const START: Parameters<typeof workflowOf>[0][string] = [
  'start',
  { inputs: [{ name: 'message', type: 'text', required: true }] },
];
type Trigger = NonNullable<Workflow['triggers']>[number];
const trigger = (id: string, type: string, config: Trigger['config'], inputs: Trigger['inputs'] = {}): Trigger => ({
  id,
  type,
  version: 1,
  label: '',
  config,
  inputs,
});
const intake = (triggers: Trigger[] = []) => ({
  ...workflowOf(
    {
      start: START,
      made: ['artifact', { format: 'text', name: 'answer.txt', content: 'For {{start.message}}' }],
      ask: ['approval', { title: 'Send it?', value: '{{start.message}}' }],
      end: ['end', { outputs: { answer: 'Done: {{start.message}}' } }],
    },
    ['start -> made', 'made -> ask', 'ask.approved -> end'],
  ),
  triggers,
});

describe('what belongs to nobody in particular belongs to the workspace', () => {
  /** A run of each kind of trigger that waits for a decision, with an artifact. */
  async function triggered() {
    const { slug, key } = await publish(
      server.url,
      intake([
        trigger('form', 'form', {}),
        trigger('hook', 'webhook', { auth: 'token' }, { message: '{{trigger.body.text}}' }),
        trigger('clock', 'schedule', { every: 'interval', everyMs: 1000 }, { message: 'PRIVATE of the clock' }),
      ]),
      { allow: { decisions: true } },
    );
    const { secret } = (await callApi(api(`/deployments/${slug}/triggers/hook/secret`), { body: {} })).json;
    await callApi(api(`/hooks/${slug}/form`), { body: { values: { message: 'PRIVATE of a form' } } });
    await callApi(api(`/hooks/${slug}/hook`), { body: { text: 'PRIVATE of a hook' }, headers: bearer(String(secret)) });
    const made = async () => {
      const { json } = await callApi(api('/artifacts?limit=100'));
      const runs = await Promise.all(
        (json.items as Item[]).map(async ({ source }) => (await callApi(api(`/runs/${source.runId}`))).json),
      );
      return runs.filter((one) => one.slug === slug);
    };
    const surfaces = async () => new Set((await made()).map(({ inputs }) => String((inputs as { message: string }).message)));
    await expect.poll(async () => (await surfaces()).size, { timeout: 30_000 }).toBe(3);
    return { slug, key, runs: await made() };
  }

  test('runs of forms, signed webhooks and schedules are neither listed, read, stopped nor decided by a key or a visitor', async () => {
    const { slug, key, runs } = await triggered();
    await openPage(slug);
    for (const caller of [key, await visit(slug)]) {
      expect(await artifactsOf(caller)).toEqual([]);
      for (const { runId } of runs) {
        const headers = bearer(caller);
        const [asked] = (await callApi(api(`/runs/${runId}/approvals`))).json.items as [{ actionId: string }];
        const tried = [
          await get(`/runs/${runId}`, caller),
          await get(`/runs/${runId}/events`, caller),
          await get(`/runs/${runId}/log`, caller),
          await get(`/runs/${runId}/approvals`, caller),
          await callApi(api(`/runs/${runId}/stop`), { method: 'POST', headers }),
          await callApi(api(`/runs/${runId}/feedback`), { method: 'PUT', body: { rating: 'down', comment: '' }, headers }),
          await callApi(api(`/runs/${runId}/approvals/${asked.actionId}`), { body: { confirmed: true }, headers }),
        ];
        expect(tried.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404, 404]);
      }
    }
    const tasks = await callApi(api(`/run/${slug}/a2a`), {
      body: { jsonrpc: '2.0', id: 1, method: 'ListTasks', params: {} },
      headers: { ...bearer(key), 'a2a-version': '1.0' },
    });
    expect(tasks).toMatchObject({ status: 200, json: { result: { totalSize: 0 } } });
    expect(JSON.stringify(tasks.json)).not.toContain('PRIVATE');
  });

  test('what keys share is never shared with visitors, and what visitors said is not shared with keys', async () => {
    const { slug, key } = await publish(server.url, intake(), { allow: { sharedRuns: true } });
    const other = await makeKey(server.url, slug);
    await openPage(slug);
    const visitor = await visit(slug);
    const ofKey = await run(slug, key, { message: 'of a key' }, { mode: 'async', sessionId: 'chat' });
    const ofVisitor = await run(slug, visitor, { message: 'of a visitor' }, { mode: 'async', sessionId: 'chat' });
    const statuses = async (runId: unknown) =>
      Promise.all([key, other.key, visitor].map(async (one) => (await get(`/runs/${runId}`, one)).status));
    expect(await statuses(ofKey.json.runId)).toEqual([200, 200, 404]);
    expect(await statuses(ofVisitor.json.runId)).toEqual([404, 404, 200]);
    const sessions = async (one: string) =>
      ((await get('/sessions', one)).json.items as { title: string }[]).map(({ title }) => title);
    expect([await sessions(key), await sessions(other.key), await sessions(visitor)]).toEqual([
      ['of a key'],
      ['of a key'],
      ['of a visitor'],
    ]);
  });

  test('a visitor decides nothing, also where keys may', async () => {
    const { slug } = await publish(server.url, intake(), { allow: { decisions: true } });
    await openPage(slug);
    const visitor = await visit(slug);
    const { json } = await run(slug, visitor, { message: 'hi' }, { mode: 'async' });
    const pending = async () =>
      (await get(`/runs/${json.runId}/approvals?status=pending`, visitor)).json.items as { actionId: string }[];
    await expect.poll(pending, { timeout: 20_000 }).toHaveLength(1);
    const [asked] = await pending();
    const decided = await callApi(api(`/runs/${json.runId}/approvals/${asked?.actionId}`), {
      body: { confirmed: true },
      headers: bearer(visitor),
    });
    expect(decided).toMatchObject({ status: 403, json: { error: { code: 'permission-denied' } } });
  });
});

test('each caller reads the content that its own runs wrote into a file that all runs write', async () => {
  await callApi(api('/settings/tools/write_file'), { method: 'PUT', body: { approval: 'never' } });
  const writes = workflowOf(
    {
      start: START,
      write: ['tool-call', { toolName: 'write_file', parameters: { path: 'notes/last.txt', content: '{{start.message}}' } }],
      end: ['end', { outputs: { answer: 'ok' } }],
    },
    ['start -> write', 'write -> end'],
  );
  const { slug, key } = await publish(server.url, writes);
  await openPage(slug);
  const callers = [key, (await makeKey(server.url, slug)).key, await visit(slug), await visit(slug)];
  const ids = new Set<string>();
  const runIds: unknown[] = [];
  for (const [index, caller] of callers.entries())
    runIds.push((await run(slug, caller, { message: `PRIVATE of caller ${index}` })).json.runId);
  for (const [index, caller] of callers.entries()) {
    const [listed, ...others] = await artifactsOf(caller);
    if (!listed) throw new Error('The caller sees no artifact');
    ids.add(listed.artifactId);
    expect(others).toEqual([]);
    const own = `PRIVATE of caller ${index}`;
    expect(listed).toMatchObject({ revision: index + 1, sizeBytes: own.length, source: { runId: runIds[index] } });
    const at = `/files/${listed.artifactId}`;
    expect(await textOf(`${at}/content`, caller)).toBe(own);
    expect(await textOf(`/artifacts/${listed.artifactId}/download`, caller)).toBe(own);
    expect((await get(at, caller)).json).toMatchObject({ revision: index + 1, source: { runId: runIds[index] } });
    expect(JSON.stringify((await get(`/artifacts/${listed.artifactId}/preview`, caller)).json)).toContain(own);
    const versions = await callApi(api(`${at}/versions`), { headers: bearer(caller) });
    expect([versions.status, versions.json.items ?? []]).toEqual([versions.status, []]);
    for (const revision of [1, 2, 3, 4]) {
      const expected = revision === index + 1 ? own : 404;
      expect(await textOf(`${at}/content?revision=${revision}`, caller)).toBe(expected);
      expect(await textOf(`/artifacts/${listed.artifactId}/download?revision=${revision}`, caller)).toBe(expected);
      expect((await get(`/artifacts/${listed.artifactId}/preview?revision=${revision}`, caller)).status).toBe(
        revision === index + 1 ? 200 : 404,
      );
    }
  }
  expect(ids.size).toBe(1);
  const [fileId] = ids;
  // A later content of the workspace is for members only.
  const changed = await rawRequest(api(`/files/${fileId}/content`), { method: 'PUT', body: ['PRIVATE of the workspace'] });
  expect(changed.status).toBe(200);
  expect(await textOf(`/files/${fileId}/content`, key)).toBe('PRIVATE of caller 0');
});

describe('files of the workspace that a published run reads', () => {
  const put = async (path: string, text: string) => {
    const { status, text: body } = await rawRequest(api(`/files?path=${encodeURIComponent(path)}`), {
      method: 'POST',
      headers: { 'content-type': 'text/plain' },
      body: [text],
    });
    expect(status).toBe(201);
    return String(JSON.parse(body).items[0].fileId);
  };
  const outputsOf = async (slug: string, key: string, inputs: object) => {
    const { json } = await run(slug, key, inputs);
    return JSON.stringify(json.outputs ?? json.error);
  };

  test('a value from outside names none, whatever its type; what its author wrote, and folders of the settings, are read', async () => {
    await put('hr/salaries.txt', 'PRIVATE salaries');
    await put('docs/open.txt', 'OPEN docs');
    await put('docs/written.txt', 'WRITTEN docs');
    const reads = (settings: Workflow['settings']) =>
      workflowOf(
        {
          start: [
            'start',
            {
              inputs: [
                { name: 'which', type: 'json' },
                { name: 'path', type: 'text' },
              ],
            },
          ],
          read: ['document', { file: '{{start.which}}' }],
          tool: ['tool-call', { toolName: 'read_file', parameters: { path: '{{start.path}}' } }],
          list: ['tool-call', { toolName: 'list_files', parameters: { glob: '**' } }],
          own: ['tool-call', { toolName: 'read_file', parameters: { path: 'docs/written.txt' } }],
          end: [
            'end',
            { outputs: { read: '{{read.text}}', tool: '{{tool}}', list: '{{list}}', own: '{{own}}' }, waitFor: 'any' },
          ],
        },
        [
          'start -> read',
          'read -> end',
          'start -> tool',
          'tool -> end',
          'start -> list',
          'list -> end',
          'start -> own',
          'own -> end',
        ],
        settings,
      );
    const { slug, key } = await publish(server.url, reads({}));
    const granted = await publish(server.url, reads({ folders: ['docs/'] }));
    for (const which of [
      { path: 'hr/salaries.txt' },
      'hr/salaries.txt',
      './hr/salaries.txt',
      { path: 'hr/salaries.txt', name: 'x' },
    ]) {
      expect(await outputsOf(slug, key, { which, path: 'hr/salaries.txt' })).not.toMatch(/PRIVATE|OPEN|salaries"/);
      expect(await outputsOf(granted.slug, granted.key, { which, path: 'hr/salaries.txt' })).not.toContain('PRIVATE');
    }
    const named = { which: { path: 'docs/written.txt' }, path: 'docs/written.txt' };
    expect(await outputsOf(slug, key, named)).toContain('WRITTEN docs');
    const listed = await outputsOf(granted.slug, granted.key, { which: 'docs/open.txt', path: 'docs/open.txt' });
    expect(listed).toContain('OPEN docs');
    expect(listed).not.toContain('hr/salaries.txt');
  });

  test('a webhook gives a file input only the files that its own request brought', async () => {
    const fileId = await put('hr/photo.txt', 'PRIVATE photo');
    const document = {
      ...workflowOf(
        {
          start: ['start', { inputs: [{ name: 'photo', type: 'file' }] }],
          read: ['document', { file: '{{start.photo}}' }],
          end: ['end', { outputs: { text: '{{read.text}}' } }],
        },
        ['start -> read', 'read -> end'],
      ),
      triggers: [
        trigger(
          'hook',
          'webhook',
          { auth: 'none', response: 'result', waitMs: 20_000, files: true },
          { photo: '{{trigger.body.photo}}' },
        ),
      ],
    };
    const { slug } = await publish(server.url, document);
    const hook = api(`/hooks/${slug}/hook`);
    for (const photo of [{ fileId }, { fileId, name: 'x.txt', path: 'hr/photo.txt' }, { path: 'hr/photo.txt' }, 'hr/photo.txt']) {
      const { status, json } = await callApi(hook, { body: { photo } });
      expect(status).not.toBe(200);
      expect(JSON.stringify(json)).not.toContain('PRIVATE');
    }
    const boundary = 'b0';
    const sent = await rawRequest(hook, {
      method: 'POST',
      headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
      body: [
        `--${boundary}\r\ncontent-disposition: form-data; name="photo"; filename="own.txt"\r\ncontent-type: text/plain\r\n\r\nof the sender\r\n--${boundary}--\r\n`,
      ],
    });
    expect([sent.status, sent.text]).toEqual([200, expect.stringContaining('of the sender')]);
  });
});
