import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Workflow } from '#lib/workflow/workflow.ts';
import { FileIndex } from '#server/db/stores/file-index.ts';
import { TriggerEventStore } from '#server/db/stores/trigger-event-store.ts';
import { TriggerStore } from '#server/db/stores/trigger-store.ts';
import { newId } from '#server/process/new-id.ts';
import { systemClock } from '#server/process/system-clock.ts';
import { collectDue } from '#server/triggers/collect-due.ts';
import { startEvent } from '#server/triggers/event-starter.ts';
import { startApi } from '#tests/support/api-server.ts';
import { eachDatabase } from '#tests/support/databases.ts';
import { eventually } from '#tests/support/eventually.ts';
import { bearer, callApi, publish } from '#tests/support/published-endpoint.ts';
import { workflowOf } from '#tests/support/test-engine.ts';

const inputs = [{ name: 'text', type: 'text', required: true }];
const echo = workflowOf({ start: ['start', { inputs }], end: ['end', { outputs: { said: '{{start.text}}' } }] }, [
  'start -> end',
]);
const withTriggers = (...triggers: object[]): Workflow => ({ ...echo, triggers: triggers as NonNullable<Workflow['triggers']> });
const hook = { id: 'hook', type: 'webhook', config: { auth: 'none' }, inputs: { text: '{{trigger.body.text}}' } };
type Item = Record<string, unknown>;
const refuse = () => Promise.reject(new Error('Not in this test'));
const unused = {
  mail: { read: refuse },
  files: { write: refuse, index: { assignToRun: async () => {} } },
  frozen: { get: refuse },
};

eachDatabase('triggers', (database) => {
  // Not at this moment: the column rounds to milliseconds, which may be ahead of the clock.
  const setDue = (slug: string, at = "now() - interval '1 second'") =>
    database().pool.query(`UPDATE triggers SET next_at = ${at} WHERE slug = $1`, [slug]);

  async function open() {
    const api = await startApi(database());
    const root = `${api.url}/api/v1`;
    const eventsOf = async (slug: string, triggerId = 'hook') =>
      (await callApi(`${root}/deployments/${slug}/triggers/${triggerId}/events`)).json.items as Item[];
    const runsOf = async (workflowId: string) => (await callApi(`${root}/runs?workflowId=${workflowId}`)).json.items as Item[];
    return {
      api,
      root,
      eventsOf,
      runsOf,
      send: (slug: string, body: unknown, headers = {}) => callApi(`${root}/hooks/${slug}/hook`, { body, headers }),
    };
  }

  test('a webhook starts one run for each event, and repeats get the first one', async () => {
    const { api, eventsOf, runsOf, send } = await open();
    const { slug, workflowId } = await publish(
      api.url,
      withTriggers({ ...hook, filter: 'trigger.?body.?text.orValue("") != "no"' }),
    );
    const first = await send(slug, { text: 'hi' }, { 'idempotency-key': 'a' });
    expect(first).toMatchObject({ status: 202, json: { isDuplicate: false } });
    const again = await send(slug, { text: 'hi' }, { 'idempotency-key': 'a' });
    expect(again.json).toMatchObject({ isDuplicate: true, runId: first.json.runId, eventId: first.json.eventId });
    await send(slug, { text: 'no' });
    await send(slug, { wrong: 1 });
    await eventually(async () => {
      const found = await eventsOf(slug);
      expect(found.map(({ status }) => status)).toEqual(['refused', 'filtered', 'duplicate', 'started']);
      expect(found[0]?.reason).toMatch(/inputs\.text.*no field 'text'/);
    });
    const runs = await runsOf(workflowId);
    expect(runs).toMatchObject([{ runId: first.json.runId, mode: 'deployed' }]);
  });

  test('a trigger is armed by promotion, switched off by its switch, and gone with the version or workflow', async () => {
    const { api, root, send } = await open();
    const { slug, workflowId } = await publish(api.url, withTriggers(hook));
    const listed = async () => (await callApi(`${root}/workflows/${workflowId}/triggers`)).json.items;
    expect(await listed()).toMatchObject([
      { triggerId: 'hook', isArmed: true, isOn: true, address: `/api/v1/hooks/${slug}/hook` },
    ]);
    const { headers } = await callApi(`${root}/workflows/${workflowId}`);
    await callApi(`${root}/workflows/${workflowId}`, {
      method: 'PUT',
      body: echo,
      headers: { 'if-match': String(headers.etag) },
    });
    await callApi(`${root}/workflows/${workflowId}/deployments`, { body: { slug } });
    expect(await listed()).toMatchObject([{ isArmed: false }]);
    expect((await send(slug, { text: 'x' })).status).toBe(404);
    await callApi(`${root}/deployments/${slug}/promote`, { body: { version: 1 } });
    expect((await send(slug, { text: 'x' })).status).toBe(202);
    await callApi(`${root}/deployments/${slug}/triggers/hook`, { method: 'PUT', body: { isOn: false } });
    expect((await send(slug, { text: 'x' })).status).toBe(404);
    await callApi(`${root}/deployments/${slug}/triggers/hook`, { method: 'PUT', body: { isOn: true } });
    expect((await send(slug, { text: 'x' })).status).toBe(202);
    await callApi(`${root}/workflows/${workflowId}`, { method: 'DELETE' });
    expect((await send(slug, { text: 'x' })).status).toBe(404);
  });

  test('requests are checked with a secret that is made once, and answered with the outputs of the run', async () => {
    const { api, root, eventsOf, send } = await open();
    const { slug } = await publish(api.url, withTriggers({ ...hook, config: { auth: 'github', response: 'result' } }));
    expect((await send(slug, { text: 'x' })).status).toBe(401);
    const made = await callApi(`${root}/deployments/${slug}/triggers/hook/secret`, { body: {} });
    const body = { text: 'signed' };
    const signature = `sha256=${createHmac('sha256', String(made.json.secret)).update(JSON.stringify(body)).digest('hex')}`;
    expect(await send(slug, body, { 'x-hub-signature-256': signature })).toMatchObject({ status: 200, json: { said: 'signed' } });
    expect((await send(slug, { text: 'y' }, { 'x-hub-signature-256': signature })).status).toBe(401);
    const refused = await eventsOf(slug);
    expect(refused.map(({ status }) => status)).toEqual(['refused', 'started', 'refused']);
    const { json } = await callApi(`${root}/trigger-events/${refused[1]?.eventId}`);
    expect(json.event).toMatchObject({ body, method: 'POST' });
    expect(JSON.stringify(json.event)).not.toContain('sha256=');
  });

  test('a respond node answers the request, while the run continues, and a repeated request in the same way', async () => {
    const { api, root, runsOf } = await open();
    const ordered = workflowOf(
      {
        start: ['start', { inputs }],
        answer: [
          'respond',
          { status: 201, headers: { 'X-Kind': '{{start.text}}', 'Content-Type': 'text/html' }, body: '<b>{{start.text}}</b>' },
        ],
        later: ['gate', { gate: 'later' }],
        again: ['respond', { body: { is: 'too late' } }],
        end: ['end', { outputs: { said: '{{start.text}}' } }],
      },
      ['start -> answer', 'answer -> later', 'later -> again', 'again -> end'],
    );
    const triggers = [{ ...hook, config: { auth: 'token', response: 'respond' } }] as unknown as Workflow['triggers'];
    const { slug, workflowId } = await publish(api.url, { ...ordered, triggers } as Workflow);
    const { secret } = (await callApi(`${root}/deployments/${slug}/triggers/hook/secret`, { body: {} })).json;
    const post = () =>
      fetch(`${api.url}/api/v1/hooks/${slug}/hook`, {
        method: 'POST',
        body: JSON.stringify({ text: 'tea' }),
        headers: { 'content-type': 'application/json', 'idempotency-key': 'one', ...bearer(String(secret)) },
      });
    for (const isReplay of [false, true]) {
      const answer = await post();
      expect([answer.status, await answer.text(), answer.headers.has('idempotent-replayed')]).toEqual([
        201,
        '<b>tea</b>',
        isReplay,
      ]);
      const { 'x-kind': kind, 'content-type': type, 'content-security-policy': policy } = Object.fromEntries(answer.headers);
      expect([kind, type, policy?.startsWith('sandbox')]).toEqual(['tea', 'text/html', true]);
    }
    expect(await runsOf(workflowId)).toMatchObject([{ status: 'running' }]);
    api.gates.open('later');
    await eventually(async () => expect(await runsOf(workflowId)).toMatchObject([{ status: 'succeeded' }]));
  });

  test('an answer is JSON, empty or a file, and that of a branch without one the outputs', async () => {
    const { api, send } = await open();
    const choosing = workflowOf(
      {
        start: ['start', { inputs: [...inputs, { name: 'file', type: 'file' }] }],
        by: ['switch', { cases: ['json', 'none', 'file'].map((id) => ({ id, when: `start.text == "${id}"` })) }],
        json: ['respond', { body: { said: '{{start.text}}' } }],
        none: ['respond', { status: 204 }],
        file: ['respond', { bodyType: 'file', body: '{{start.file}}' }],
        end: ['end', { outputs: { said: '{{start.text}}' } }],
      },
      ['start -> by', 'by.json -> json', 'by.none -> none', 'by.file -> file', 'by.else -> end'],
    );
    const triggers = [
      { ...hook, inputs: { ...hook.inputs, file: '{{trigger.body.file}}' }, config: { auth: 'none', response: 'respond' } },
    ] as unknown as Workflow['triggers'];
    const { slug } = await publish(api.url, { ...choosing, triggers } as Workflow);
    expect(await send(slug, { text: 'json' })).toMatchObject({ status: 200, json: { said: 'json' } });
    expect((await send(slug, { text: 'none' })).status).toBe(204);
    expect(await send(slug, { text: 'other' })).toMatchObject({ status: 200, json: { said: 'other' } });
    const file = { name: 'a.png', mediaType: 'image/png', base64: 'iVBORw0K' };
    const sent = await fetch(`${api.url}/api/v1/hooks/${slug}/hook`, {
      method: 'POST',
      body: JSON.stringify({ text: 'file', file }),
      headers: { 'content-type': 'application/json' },
    });
    expect([sent.headers.get('content-type'), Buffer.from(await sent.arrayBuffer()).toString('base64')]).toEqual([
      'image/png',
      'iVBORw0K',
    ]);
  });

  test('too large, wrong method, no text and too many requests are refused', async () => {
    const { api, root, send } = await open();
    const { slug } = await publish(api.url, withTriggers({ ...hook, config: { auth: 'none', maxBytes: 100, ratePerMinute: 4 } }));
    const address = `${root}/hooks/${slug}/hook`;
    expect((await send(slug, { text: 'x'.repeat(100) })).status).toBe(413);
    expect((await callApi(address)).status).toBe(405);
    const bytes = await fetch(address, { method: 'POST', body: new Uint8Array([0xff, 0xfe, 0]) });
    expect(bytes.status).toBe(415);
    const broken = await fetch(address, { method: 'POST', body: '{', headers: { 'content-type': 'application/json' } });
    expect(broken.status).toBe(400);
    const form = await fetch(address, { method: 'POST', body: new URLSearchParams({ text: 'form' }) });
    expect(form.status).toBe(202);
    const limited = await send(slug, { text: 'x' });
    expect([limited.status, Number(limited.headers['retry-after']) > 0]).toEqual([429, true]);
  });

  test('files of a form, and a body that is no text, become inputs of a run; a repeated request leaves none', async () => {
    const { root, api, eventsOf, runsOf } = await open();
    const taking = workflowOf(
      {
        start: [
          'start',
          {
            inputs: [
              { name: 'file', type: 'file', required: true },
              { name: 'note', type: 'text' },
            ],
          },
        ],
        end: ['end', { outputs: { file: '{{start.file}}', note: '{{= start.?note.orValue("") }}' } }],
      },
      ['start -> end'],
    );
    const given = (config: object, file: string) => ({
      ...taking,
      triggers: [
        { ...hook, config: { auth: 'none', response: 'result', ...config }, inputs: { file, note: '{{trigger.body.note}}' } },
      ] as unknown as Workflow['triggers'],
    });
    const { slug } = await publish(api.url, given({ files: true }, '{{trigger.body.photos[1]}}') as Workflow);
    const address = `${root}/hooks/${slug}/hook`;
    const form = () => {
      const data = new FormData();
      data.append('note', 'two');
      data.append('photos', new Blob(['first'], { type: 'image/png' }), 'a.png');
      data.append('photos', new Blob(['second'], { type: 'image/png' }), '../b.png');
      return fetch(address, { method: 'POST', body: data, headers: { 'idempotency-key': 'same' } });
    };
    const sent = (await (await form()).json()) as { note: string; file: { fileId: string } };
    expect(sent).toMatchObject({ note: 'two', file: { name: 'b.png', mediaType: 'image/png', sizeBytes: 6 } });
    expect(await (await fetch(`${root}/files/${sent.file.fileId}/content`)).text()).toBe('second');
    const pathsOf = async (under: string) => {
      const { items } = (await callApi(`${root}/files?search=${under}&limit=100`)).json as { items: { path: string }[] };
      return items.map(({ path }) => path).filter((path) => path.startsWith(`triggers/${under}/`));
    };
    expect(await pathsOf(slug)).toHaveLength(2);
    expect((await form()).headers.get('idempotent-replayed')).toBe('true');
    expect(await pathsOf(slug)).toHaveLength(2);
    // The files of an event belong to the run of its latest replay, and to none of a replay that was refused.
    const eventId = String((await eventsOf(slug)).find(({ replayOf }) => replayOf === null)?.eventId);
    const replay = async (of = eventId) =>
      (await callApi(`${root}/trigger-events/${of}/replay`, { body: { on: 'live' } })).json as { eventId: string; runId: string };
    const runsOfFiles = async () =>
      (await database().pool.query(`SELECT DISTINCT run_id FROM files WHERE starts_with(path, $1)`, [`triggers/${slug}/`])).rows;
    const { eventId: first } = await replay();
    await replay();
    const { runId: latest } = await replay(first);
    expect(await runsOfFiles()).toEqual([{ run_id: latest }]);
    await database().pool.query('UPDATE triggers SET is_armed = false WHERE slug = $1', [slug]);
    expect(await replay()).toMatchObject({ error: { code: 'not-found' } });
    expect(await runsOfFiles()).toEqual([{ run_id: latest }]);
    await database().pool.query('UPDATE triggers SET is_armed = true WHERE slug = $1', [slug]);
    const keyless = given({ files: true }, '{{trigger.body.photos[0]}}') as Workflow;
    for (const trigger of keyless.triggers ?? []) Object.assign(trigger, { idempotencyKey: '{{trigger.body.missing.id}}' });
    const { slug: refusing } = await publish(api.url, keyless);
    const photo = new FormData();
    photo.append('photos', new Blob(['third'], { type: 'image/png' }), 'c.png');
    expect((await fetch(`${root}/hooks/${refusing}/hook`, { method: 'POST', body: photo })).status).toBe(422);
    expect(await pathsOf(refusing)).toEqual([]);
    const raw = await publish(api.url, given({ files: true, method: 'PUT' }, '{{trigger.body}}') as Workflow);
    const body = new Uint8Array([0x25, 0x50, 0x44, 0x46, 0xff, 0]);
    const put = await fetch(`${root}/hooks/${raw.slug}/hook`, {
      method: 'PUT',
      body,
      headers: { 'content-type': 'application/pdf' },
    });
    expect(await put.json()).toMatchObject({ file: { mediaType: 'application/pdf', sizeBytes: 6 } });
    const broken = await fetch(address, {
      method: 'POST',
      body: 'x',
      headers: { 'content-type': 'multipart/form-data; boundary=q' },
    });
    expect(broken.status).toBe(400);
    expect(await runsOf(raw.workflowId)).toHaveLength(1);
  });

  test.each([
    ['queue', ['started', 'started', 'started']],
    ['skip', ['skipped', 'started', 'started']],
  ])('of more events than runs are allowed at once, with %s', async (whenBusy, ends) => {
    const { api, eventsOf, runsOf, send } = await open();
    api.triggers.start();
    const slow = workflowOf(
      { start: ['start', { inputs }], slow: ['gate', {}], end: ['end', { outputs: { said: '{{start.text}}' } }] },
      ['start -> slow', 'slow -> end'],
    );
    const triggers = [{ ...hook, maxRuns: 2, whenBusy }] as unknown as Workflow['triggers'];
    const { slug, workflowId } = await publish(api.url, { ...slow, triggers } as Workflow);
    for (const text of ['a', 'b']) expect((await send(slug, { text })).status).toBe(202);
    await eventually(async () => expect((await eventsOf(slug)).map(({ status }) => status)).toEqual(['started', 'started']));
    expect((await send(slug, { text: 'c' })).status).toBe(202);
    const reasonOf = { queue: ['pending', 'waits'], skip: ['skipped', 'busy'] }[whenBusy as 'queue' | 'skip'];
    await eventually(async () => {
      const [third, ...others] = await eventsOf(slug);
      expect([third?.status, third?.reason]).toEqual(reasonOf);
      expect(others.map(({ status }) => status)).toEqual(['started', 'started']);
    });
    expect(await runsOf(workflowId)).toHaveLength(2);
    // Gates are known by their node: each run waits at its own, the latest first.
    while ((await runsOf(workflowId)).some(({ status }) => status === 'running')) {
      const running = (await runsOf(workflowId)).filter(({ status }) => status === 'running');
      await callApi(`${api.url}/api/v1/runs/${running[0]?.runId}/stop`, { body: {} });
    }
    await eventually(async () => expect((await eventsOf(slug)).map(({ status }) => status)).toEqual(ends));
    for (const { runId } of await runsOf(workflowId)) await callApi(`${api.url}/api/v1/runs/${runId}/stop`, { body: {} });
  });

  test('a stored event is replayed on the live version and on the draft', async () => {
    const { api, root, eventsOf, runsOf, send } = await open();
    api.triggers.start();
    const { slug, workflowId } = await publish(api.url, withTriggers(hook));
    const { json } = await send(slug, { text: 'once' });
    const live = await callApi(`${root}/trigger-events/${json.eventId}/replay`, { body: { on: 'live' } });
    expect(live.status).toBe(202);
    const draft = await callApi(`${root}/trigger-events/${json.eventId}/replay`, { body: { on: 'draft' } });
    await eventually(async () => {
      const runs = await runsOf(workflowId);
      expect(runs.map(({ mode }) => mode).sort()).toEqual(['deployed', 'deployed', 'draft']);
      expect(runs.map(({ runId }) => runId)).toEqual(expect.arrayContaining([live.json.runId, draft.json.runId]));
    });
    await eventually(async () => expect((await eventsOf(slug))[0]).toMatchObject({ replayOf: json.eventId, status: 'started' }));
  });

  test('the secret of basic authentication is a name and a password', async () => {
    const { api, root } = await open();
    const { slug } = await publish(api.url, withTriggers({ ...hook, config: { auth: 'basic' } }));
    const set = (secret: string) => callApi(`${root}/deployments/${slug}/triggers/hook/secret`, { body: { secret } });
    expect(await set('no colon')).toMatchObject({ status: 400, json: { error: { code: 'body-invalid' } } });
    expect((await set('ada:a secret')).status).toBe(200);
  });

  test('a listener gets the next event: from its own address, or from the deployed trigger', async () => {
    const { api, root, send } = await open();
    const { slug, workflowId } = await publish(api.url, withTriggers({ ...hook, config: { auth: 'token' } }));
    const listen = async () => (await callApi(`${root}/workflows/${workflowId}/triggers/hook/listeners`, { body: {} })).json;
    const [own, live] = [await listen(), await listen()];
    const eventOf = async ({ token }: Item) => (await callApi(`${root}/trigger-listeners/${token}`)).json.event;
    expect(await eventOf(own)).toBeNull();
    expect((await callApi(`${api.url}${own.address}`, { body: { text: 'test' } })).status).toBe(202);
    expect(await eventOf(own)).toMatchObject({ body: { text: 'test' } });
    expect(await eventOf(live)).toBeNull();
    await callApi(`${root}/deployments/${slug}/triggers/hook/secret`, { body: { secret: 'a known secret' } });
    await send(slug, { text: 'real' }, bearer('a known secret'));
    await eventually(async () => expect(await eventOf(live)).toMatchObject({ body: { text: 'real' } }));
  });

  describe('schedules', () => {
    const clock = { id: 'clock', type: 'schedule', inputs: { text: '{{trigger.scheduledAt}}' } };
    const config = { every: 'interval', everyMs: 3_600_000 };
    const collecting = () => ({
      store: new TriggerStore(database().pool),
      clock: systemClock,
      fetch: () => Promise.reject(new Error('Not in this test')),
      ...unused,
      newId,
      log: { warn: () => expect.fail('a turn failed') },
      signal: new AbortController().signal,
    });

    test('of many processes that find a due time one stores its event', async () => {
      const { api, eventsOf } = await open();
      const { slug } = await publish(api.url, withTriggers({ ...clock, config }));
      await setDue(slug, "date_trunc('hour', now())");
      const turns = await Promise.all(
        Array.from({ length: 8 }, () => collectDue({ types: ['schedule'], limit: 10, leaseMs: 1000 }, collecting())),
      );
      expect(turns.toSorted()).toEqual([0, 0, 0, 0, 0, 0, 0, 1]);
      const { rows } = await database().pool.query('SELECT next_at > now() AS later FROM triggers WHERE slug = $1', [slug]);
      expect(rows).toEqual([{ later: true }]);
      expect(await eventsOf(slug, 'clock')).toHaveLength(1);
    });

    test.each([
      ['skip', ['skipped']],
      ['once', ['pending']],
      ['all', ['pending', 'pending', 'pending']],
    ] as const)('missed times: %s', async (missed, statuses) => {
      const { api, eventsOf } = await open();
      const { slug } = await publish(api.url, withTriggers({ ...clock, config: { ...config, missed } }));
      await setDue(slug, "date_trunc('hour', now() - interval '4 hours')");
      await collectDue({ types: ['schedule'], limit: 10, leaseMs: 1000 }, collecting());
      const found = (await eventsOf(slug, 'clock')).map(({ status }) => status);
      expect(found.slice(0, statuses.length)).toEqual(statuses);
    });

    test('while a run is active the next one is skipped', async () => {
      const { api, eventsOf } = await open();
      const waiting = workflowOf(
        { start: ['start', { inputs: [] }], ask: ['approval', { title: 'Go?' }], end: ['end', { outputs: {} }] },
        ['start -> ask', 'ask.approved -> end'],
      );
      const { triggers } = withTriggers({ ...clock, inputs: {}, config });
      const { slug } = await publish(api.url, { ...waiting, ...(triggers && { triggers }) });
      api.triggers.start();
      for (const expected of [['started'], ['skipped', 'started']]) {
        await setDue(slug, "now() - interval '2 hours'");
        api.triggers.wake();
        await eventually(async () => expect((await eventsOf(slug, 'clock')).map(({ status }) => status)).toEqual(expected));
      }
    });
  });

  test('a poll starts a run for each item that was not there before', async () => {
    const { api, eventsOf } = await open();
    const poll = { id: 'poll', type: 'poll', inputs: { text: '{{trigger.item.title}}' } };
    const config = { url: 'https://a.example/list', format: 'json', items: 'data.list', key: 'n' };
    const { slug } = await publish(api.url, withTriggers({ ...poll, config }));
    const items = [{ n: 1, title: 'old' }];
    const fetch = async (url: string) => ({
      status: 200,
      headers: {},
      url,
      body: Buffer.from(JSON.stringify({ data: { list: items } })),
    });
    const look = async () => {
      await setDue(slug);
      const { signal } = new AbortController();
      const log = { warn: () => {} };
      const store = new TriggerStore(database().pool);
      await collectDue(
        { types: ['poll'], limit: 9, leaseMs: 9000 },
        { ...unused, frozen: api.frozen, store, clock: systemClock, fetch, newId, log, signal },
      );
    };
    await look();
    expect(await eventsOf(slug, 'poll')).toEqual([]);
    items.push({ n: 2, title: 'new' });
    await look();
    await look();
    expect(await eventsOf(slug, 'poll')).toMatchObject([{ status: 'pending' }]);
    items.push({ title: 'without key' } as never);
    await look();
    const { items: listed } = await api.client.listTriggers({
      params: { id: (await database().prisma.trigger.findFirstOrThrow({ where: { slug } })).workflowId },
    });
    expect(listed).toMatchObject([{ failure: 'An item has no text or number at n.' }]);
  });

  test('a failed run of another published workflow starts one run, and its own failures none', async () => {
    const { api, eventsOf } = await open();
    const text = '{{trigger.workflowName}}: {{trigger.error.message}}';
    const failing = workflowOf(
      {
        start: ['start', { inputs }],
        fail: ['set', { values: { n: '{{= 1 / int(start.text) }}' } }],
        end: ['end', { outputs: {} }],
      },
      ['start -> fail', 'fail -> end'],
    );
    const watching = { id: 'watch', type: 'workflow-failed', inputs: { text } };
    const { slug } = await publish(api.url, {
      ...failing,
      ...withTriggers(watching),
      nodes: failing.nodes,
      edges: failing.edges,
    });
    const other = await publish(api.url, failing);
    api.triggers.start();
    const turned = async () => {
      const [row] = await database().prisma.trigger.findMany({ where: { slug } });
      return row?.state ?? null;
    };
    await eventually(async () => expect(await turned()).not.toBeNull());
    await callApi(`${api.url}/api/v1/run/${other.slug}`, { body: { inputs: { text: '0' } }, headers: bearer(other.key) });
    await setDue(slug);
    api.triggers.wake();
    await eventually(async () => expect(await eventsOf(slug, 'watch')).toMatchObject([{ status: 'started' }]));
    // Its own run fails too, and is not an event of it.
    await setDue(slug);
    api.triggers.wake();
    await eventually(async () => {
      const [row] = await database().prisma.trigger.findMany({ where: { slug } });
      expect(row?.nextAt && row.nextAt > new Date()).toBe(true);
    });
    expect(await eventsOf(slug, 'watch')).toHaveLength(1);
  });

  test('two processes that start one event store one run', async () => {
    const { api, eventsOf, runsOf } = await open();
    const { slug, workflowId } = await publish(api.url, withTriggers(hook));
    const events = new TriggerEventStore(database().pool);
    const live = await new TriggerStore(database().pool).findLive({ slug, triggerId: 'hook' });
    if (!live) return expect.fail('the trigger is not armed');
    const event = {
      eventId: newId('evt'),
      runId: newId('run'),
      payload: JSON.stringify({ body: { text: 'x' } }),
      key: null,
      dueAt: null,
    };
    await events.addEvent(live, event, { claims: false });
    const pending = { ...live, ...event, attempts: 1, replayOf: null, hasRun: false };
    const files = { index: new FileIndex(database().pool) };
    const starting = { events, files, runs: api.engine, frozen: api.frozen, log: { warn: () => {}, error: () => {} } };
    await Promise.all([startEvent(pending, starting), startEvent(pending, starting)]);
    await eventually(async () => expect(await eventsOf(slug)).toMatchObject([{ status: 'started', runId: event.runId }]));
    expect(await runsOf(workflowId)).toHaveLength(1);
  });
});
