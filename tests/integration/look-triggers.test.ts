import { createHash } from 'node:crypto';
import iconv from 'iconv-lite';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { Workflow } from '#lib/workflow/workflow.ts';
import type { Database } from '#server/db/database/open-database.ts';
import { FileIndex } from '#server/db/stores/file-index.ts';
import { type ApiServer, startApi } from '#tests/support/api-server.ts';
import { type DatabaseLocation, makeDatabaseLocation } from '#tests/support/databases.ts';
import { eventually } from '#tests/support/eventually.ts';
import { startImapServer } from '#tests/support/imap-server.ts';
import { startLoopbackServer } from '#tests/support/loopback-server.ts';
import { callApi, publish } from '#tests/support/published-endpoint.ts';
import { workflowOf } from '#tests/support/test-engine.ts';

const MAIL = { user: 'robot', password: 'pw-91c2a7e0' };
type Item = Record<string, unknown>;

let location: DatabaseLocation;
let database: Database;
beforeAll(async () => {
  location = await makeDatabaseLocation();
  database = await location.open();
});
afterAll(async () => {
  await database?.close();
  await location?.remove();
});

const ordered = workflowOf(
  {
    start: [
      'start',
      {
        inputs: [
          { name: 'subject', type: 'text', required: true },
          { name: 'text', type: 'text' },
          { name: 'file', type: 'file' },
        ],
      },
    ],
    end: ['end', { outputs: { subject: '{{start.subject}}', text: '{{start.text}}', file: '{{= start.?file.orValue(null) }}' } }],
  },
  ['start -> end'],
);

function mailOf(subject: string, more: { body?: string; file?: string } = {}): string {
  const { body = 'Two cups, please.', file } = more;
  const head = `From: "Ada L." <ada@example.com>\nTo: orders@example.com\nSubject: ${subject}\nMessage-ID: <${subject.length}.${encodeURIComponent(subject)}@example.com>\nDate: Tue, 24 Nov 2026 10:00:00 +0000\nMIME-Version: 1.0\n`;
  if (file === undefined) return `${head}Content-Type: text/plain; charset=utf-8\n\n${body}\n`;
  return `${head}Content-Type: multipart/mixed; boundary=cut\n\n--cut\nContent-Type: text/html; charset=iso-8859-1\nContent-Transfer-Encoding: quoted-printable\n\n<p>Gr=FC=DFe</p>\n--cut\nContent-Type: application/pdf; name="../con.pdf"\nContent-Transfer-Encoding: base64\nContent-Disposition: attachment; filename="../con.pdf"\n\n${Buffer.from(file).toString('base64')}\n--cut--\n`;
}

let slugNumber = 0;

async function open(reached: { host: string; type: string; fields: object }, ...triggers: object[]) {
  const { host, type, fields } = reached;
  const api = await startApi(database, { reachedHosts: [host] });
  const root = `${api.url}/api/v1`;
  const credential = await callApi(`${root}/credentials`, { body: { type, name: `c-${slugNumber++}`, hosts: [host], fields } });
  expect(credential.status).toBe(201);
  const settings = { credentials: { used: { type, hosts: [host] } } } as Workflow['settings'];
  const { slug, workflowId } = await publish(api.url, {
    ...ordered,
    settings,
    triggers: triggers as unknown as Workflow['triggers'],
  } as Workflow);
  const fill = () =>
    callApi(`${root}/workflows/${workflowId}/credentials/used`, { method: 'PUT', body: { credentialId: credential.json.id } });
  // Not at this moment: the column rounds to milliseconds, which may be ahead of the clock.
  const due = () =>
    database.pool.query("UPDATE triggers SET next_at = now() - interval '1 second', claimed_until = NULL WHERE slug = $1", [
      slug,
    ]);
  /** How many of its triggers were not looked at yet. */
  const fresh = async () =>
    (await database.pool.query('SELECT 1 FROM triggers WHERE slug = $1 AND state IS NULL', [slug])).rowCount;
  const row = async () =>
    (await database.pool.query('SELECT state, failure, next_at FROM triggers WHERE slug = $1 ORDER BY next_at', [slug])).rows[0];
  const eventsOf = async (id = 'look') =>
    (await callApi(`${root}/deployments/${slug}/triggers/${id}/events`)).json.items as Item[];
  return { api, root, fill, due, row, fresh, eventsOf, slug, workflowId };
}

/** Waits until a look that begins now is over. */
async function look({ api, due, row }: { api: ApiServer; due: () => Promise<unknown>; row: () => Promise<Item> }) {
  await due();
  api.triggers.wake();
  await eventually(async () => expect(((await row()).next_at as Date) > new Date()).toBe(true));
  return row();
}

test('each new mail of a folder starts one run, with its attachments as files', async () => {
  const imap = await startImapServer(MAIL, [mailOf('There before')]);
  onTestFinished(() => imap.stop());
  const host = `127.0.0.1:${imap.port}`;
  const fields = { host: '127.0.0.1', port: imap.port, ...MAIL, tls: 'off' };
  const inputs = { subject: '{{trigger.subject}}', text: '{{trigger.text}}', file: '{{trigger.files[0]}}' };
  const trigger = { id: 'look', type: 'email-in', config: { credential: 'used', maxBytes: 5000 }, inputs };
  const opened = await open({ host, type: 'imap', fields }, trigger);
  const { api, fill, eventsOf, root, workflowId } = opened;
  api.triggers.start();
  expect((await look(opened)).failure).toMatch(/credential.*used|used.*credential/i);
  await fill();
  expect((await look(opened)).failure).toBeNull();
  expect(await eventsOf()).toEqual([]);
  imap.deliver(mailOf('Plain'));
  imap.deliver(mailOf('With a file', { file: '%PDF-1.7 order' }));
  imap.deliver(mailOf('Too large', { body: 'x'.repeat(6000) }));
  expect((await look(opened)).failure).toBeNull();
  await look(opened);
  await eventually(async () =>
    expect((await eventsOf()).map(({ status, reason }) => [status, reason]).toSorted()).toEqual([
      ['skipped', expect.stringContaining('is 5000')],
      ['started', null],
      ['started', null],
    ]),
  );
  expect(imap.flags().map((flags) => flags.includes('\\Seen'))).toEqual([false, true, true, false]);
  const listed = (await callApi(`${root}/runs?workflowId=${workflowId}`)).json.items as Item[];
  const outputs = await eventually(() =>
    Promise.all(
      listed.map(async ({ runId }) => {
        const { json } = await callApi(`${root}/runs/${runId}`);
        expect(json.status).toBe('succeeded');
        return json.outputs as Item;
      }),
    ),
  );
  const withFile = outputs.find(({ subject }) => subject === 'With a file');
  expect(outputs.find(({ subject }) => subject === 'Plain')?.text).toMatch(/^Two cups, please\./);
  expect(withFile).toMatchObject({
    text: 'Grüße',
    file: { name: expect.stringMatching(/^[^/]*$/), mediaType: 'application/pdf' },
  });
  const { fileId, sha256 } = (withFile as Item).file as Item;
  const content = await fetch(`${root}/files/${fileId}/content`);
  const bytes = Buffer.from(await content.arrayBuffer());
  expect([bytes.toString(), createHash('sha256').update(bytes).digest('hex')]).toEqual(['%PDF-1.7 order', sha256]);
  // The file lasts as long as its event or its run.
  const index = new FileIndex(database.pool);
  const unused = async () => (await index.ofDeletedRuns(new Date(Date.now() + 1000), 10)).map((file) => file.fileId);
  const { run_id: runId } = (await database.pool.query('SELECT run_id FROM files WHERE id = $1', [fileId])).rows[0];
  expect(await unused()).toEqual([]);
  await database.pool.query('DELETE FROM trigger_events WHERE run_id = $1', [runId]);
  expect(await unused()).toEqual([]);
  expect((await callApi(`${root}/runs/${runId}`)).json.outputs).toMatchObject({ subject: 'With a file' });
  await database.pool.query('DELETE FROM runs WHERE id = $1', [runId]);
  expect(await unused()).toEqual([fileId]);
  // Numbers of another age say nothing about which mails are new.
  imap.renumber(8);
  await look(opened);
  imap.deliver(mailOf('After that'));
  await look(opened);
  await eventually(async () => expect(await eventsOf()).toHaveLength(3));
});

test('a mail starts its run at once, over one connection for all triggers, also after the server closed it', async () => {
  const imap = await startImapServer(MAIL, []);
  onTestFinished(() => imap.stop());
  const host = `127.0.0.1:${imap.port}`;
  const fields = { host: '127.0.0.1', port: imap.port, ...MAIL, tls: 'off' };
  const trigger = {
    id: 'look',
    type: 'email-in',
    config: { credential: 'used', everyMs: 3_600_000 },
    inputs: { subject: '{{trigger.subject}}' },
  };
  const { api, fill, eventsOf, fresh, slug, root } = await open({ host, type: 'imap', fields }, trigger, {
    ...trigger,
    id: 'also',
  });
  await fill();
  api.triggers.start();
  // Another trigger of the same folder, and another process on the same database: neither opens a second connection.
  const other = await startApi(database, { reachedHosts: [host] });
  other.triggers.start();
  const POLL = { timeout: 20_000, interval: 50 };
  // The first look notes which mails are there.
  await expect.poll(fresh, POLL).toBe(0);
  await expect.poll(() => imap.connections(), POLL).toBe(1);
  imap.deliver(mailOf('First'));
  await expect.poll(async () => [(await eventsOf()).length, (await eventsOf('also')).length], POLL).toEqual([1, 1]);
  imap.drop();
  await expect.poll(() => imap.connections(), POLL).toBe(0);
  imap.deliver(mailOf('While it was away'));
  await expect.poll(async () => (await eventsOf()).length, POLL).toBe(2);
  await expect.poll(() => imap.connections(), POLL).toBe(1);
  imap.deliver(mailOf('Third'));
  await expect.poll(async () => (await eventsOf()).length, POLL).toBe(3);
  // A trigger that is switched off keeps no connection.
  for (const id of ['look', 'also'])
    await callApi(`${root}/deployments/${slug}/triggers/${id}`, { method: 'PUT', body: { isOn: false } });
  await expect.poll(() => imap.connections(), POLL).toBe(0);
}, 60_000);

test('a wrong password is said without it, and a missing folder by its name', async () => {
  const imap = await startImapServer(MAIL, []);
  onTestFinished(() => imap.stop());
  const host = `127.0.0.1:${imap.port}`;
  const fields = { host: '127.0.0.1', port: imap.port, user: 'robot', password: 'pw-wrong-5150', tls: 'off' };
  const trigger = { id: 'look', type: 'email-in', config: { credential: 'used', folder: 'Nowhere' }, inputs: { subject: 'x' } };
  const opened = await open({ host, type: 'imap', fields }, trigger);
  await opened.fill();
  opened.api.triggers.start();
  const { failure } = await look(opened);
  expect(failure).toMatch(/refused user and password/);
  expect(failure).not.toContain('pw-wrong-5150');
  const { items } = (await callApi(`${opened.root}/credentials`)).json as { items: Item[] };
  await callApi(`${opened.root}/credentials/${items[0]?.id}`, { method: 'PUT', body: { fields: { ...fields, ...MAIL } } });
  expect((await look(opened)).failure).toMatch(/no folder 'Nowhere'/);
});

test('a poll sends its credential to the hosts of that credential, and tells large ids apart', async () => {
  const list = { items: [{ id: 1, title: 'old' }] };
  const server = await startLoopbackServer(({ headers }, response) =>
    headers.authorization === 'Bearer shop-token-2e6f'
      ? response
          .writeHead(200, { 'content-type': 'application/json' })
          .end(JSON.stringify(list).replaceAll('"id":', '"id":123456789012345678'))
      : response.writeHead(401).end(),
  );
  const config = { url: `${server.origin}/orders`, auth: 'used', format: 'json', items: 'items' };
  const trigger = { id: 'look', type: 'poll', config, inputs: { subject: '{{trigger.item.title}}' } };
  const opened = await open({ host: server.host, type: 'bearer', fields: { token: 'shop-token-2e6f' } }, trigger);
  await opened.fill();
  opened.api.triggers.start();
  expect((await look(opened)).failure).toBeNull();
  list.items.push({ id: 2, title: 'new' });
  await look(opened);
  await eventually(async () => expect(await opened.eventsOf()).toMatchObject([{ status: 'started' }]));
  const [found] = await opened.eventsOf();
  expect((await callApi(`${opened.root}/trigger-events/${found?.eventId}`)).json.event).toMatchObject({
    key: '1234567890123456782',
    item: { id: '1234567890123456782', title: 'new' },
    numbersAsText: ['item.id'],
  });
});

test('a poll remembers all items of a list, however many, and the key of an item that comes back', async () => {
  let ids = Array.from({ length: 6000 }, (_, index) => index);
  const server = await startLoopbackServer((_, response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(ids.map((id) => ({ id })))),
  );
  const trigger = {
    id: 'look',
    type: 'poll',
    config: { url: server.origin, format: 'json' },
    inputs: { subject: '{{trigger.key}}' },
  };
  const opened = await open({ host: server.host, type: 'bearer', fields: { token: 'unused' } }, trigger);
  opened.api.triggers.start();
  const seen = async () => {
    expect((await look(opened)).failure).toBeNull();
    return (await opened.eventsOf()).length;
  };
  expect([await seen(), await seen()]).toEqual([0, 0]);
  ids = [6000, ...ids.toReversed()];
  expect([await seen(), await seen()]).toEqual([1, 1]);
  ids = ids.slice(0, 3000);
  expect(await seen()).toBe(1);
  // Those that left last are still known; all others are new.
  ids = [...ids, 2999, 2998];
  expect(await seen()).toBe(1);
});

test('a feed in another charset than UTF-8 starts runs with its text, and items that share a title one each', async () => {
  const feedOf = (...days: readonly string[]) =>
    `<?xml version="1.0" encoding="gb2312"?><rss version="2.0"><channel>${days.map((day) => `<item><title>每日报告</title><description>${day}</description></item>`).join('')}</channel></rss>`;
  let feed = feedOf('星期一');
  const server = await startLoopbackServer((_, response) =>
    response.writeHead(200, { 'content-type': 'text/xml' }).end(iconv.encode(feed, 'gb2312')),
  );
  const trigger = {
    id: 'look',
    type: 'poll',
    config: { url: server.origin },
    inputs: { subject: '{{trigger.item.title}}', text: '{{trigger.item.summary}}' },
  };
  const opened = await open({ host: server.host, type: 'bearer', fields: { token: 'unused' } }, trigger);
  opened.api.triggers.start();
  await look(opened);
  feed = feedOf('星期二', '星期一');
  expect((await look(opened)).failure).toBeNull();
  await eventually(async () => {
    const runs = (await callApi(`${opened.root}/runs?workflowId=${opened.workflowId}`)).json.items as Item[];
    expect(runs).toHaveLength(1);
    const run = await callApi(`${opened.root}/runs/${runs[0]?.runId}`);
    expect(run.json).toMatchObject({ status: 'succeeded', outputs: { subject: '每日报告', text: '星期二' } });
  });
});
