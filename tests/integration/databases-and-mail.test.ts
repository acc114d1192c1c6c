import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { type Client, makeClient } from '#lib/api/client.ts';
import type { NewCredentialBody } from '#lib/api/credentials.contract.ts';
import type { RunState } from '#lib/run/run-state.ts';
import { type DatabaseLocation, makeDatabaseLocation } from '../support/databases.ts';
import { type ImapServer, startImapServer } from '../support/imap-server.ts';
import { type MysqlServer, startMysql } from '../support/mysql-server.ts';
import { ServerProcess } from '../support/server-process.ts';
import { type MailServer, startSmtpServer } from '../support/smtp-server.ts';
import { workflowOf } from '../support/test-engine.ts';

const MAIL = { user: 'robot', password: 'pw-77e1b2c3' };
let mysql: MysqlServer;
let postgres: DatabaseLocation;
let mail: MailServer;
let mailbox: ImapServer;
let place: DatabaseLocation;
let server: ServerProcess;
let api: Client;

beforeAll(async () => {
  [mysql, postgres, mail, mailbox, place] = await Promise.all([
    startMysql(),
    makeDatabaseLocation('Postgres', { isEmpty: true }),
    startSmtpServer(MAIL),
    startImapServer(MAIL, []),
    makeDatabaseLocation(),
  ]);
  const hosts = [mysql.port, postgresPort(), mail.port, mailbox.port].map((port) => `'127.0.0.1:${port}'`);
  server = await ServerProcess.start({ ...place, config: `http:\n  allowed_private_hosts: [${hosts.join(', ')}]\n` });
  api = makeClient({ baseUrl: server.url, fetch });
}, 120_000);
afterAll(async () => {
  await server?.end();
  await mysql?.stop();
  await mail?.stop();
  await mailbox?.stop();
  await postgres?.remove();
  await place?.remove();
});

const postgresPort = () => Number(new URL(inject('postgresUrl')).port);
const fieldsOf = {
  postgres: () => {
    const url = new URL(postgres.databaseUrl as string);
    return {
      host: url.hostname,
      port: Number(url.port),
      database: url.pathname.slice(1),
      user: 'threadloom',
      password: 'unused',
      tls: 'off',
    };
  },
  mysql: () => ({
    host: '127.0.0.1',
    port: mysql.port,
    database: 'shop',
    user: mysql.user,
    password: mysql.password,
    tls: 'off',
  }),
  smtp: () => ({ host: '127.0.0.1', port: mail.port, ...MAIL, from: 'Threadloom <robot@example.com>', tls: 'off' }),
  imap: () => ({ host: '127.0.0.1', port: mailbox.port, ...MAIL, tls: 'off' }),
};
type Kind = keyof typeof fieldsOf;
let made = 0;

async function credentialOf(type: Kind, change: object = {}): Promise<{ id: string; type: Kind; hosts: string[] }> {
  const fields = { ...fieldsOf[type](), ...change };
  const hosts = [`${fields.host}:${fields.port}`];
  const { id } = await api.createCredential({ body: { type, name: `c${++made}`, hosts, fields } as NewCredentialBody });
  return { id, type, hosts };
}

type Row = [type: string, config: Record<string, unknown>];

/** Runs one node with the credential. @returns its value, or its error */
async function runNode([type, config]: Row, credential: { id: string; type: string; hosts: string[] }, inputs: object = {}) {
  const document = workflowOf(
    {
      start: ['start', { inputs: [{ name: 'value', type: 'json' }] }],
      step: [type, { credential: 'used', ...config }],
      end: ['end', { outputs: { got: '{{step}}' } }],
    },
    ['start -> step', 'step -> end'],
    { credentials: { used: { type: credential.type as 'postgres', hosts: credential.hosts } } },
  );
  const { id } = await api.createWorkflow({ body: document as never });
  await api.fillCredentialSlot({ params: { id, slot: 'used' }, body: { credentialId: credential.id } });
  const { runId } = await api.runWorkflow({ params: { id }, body: { inputs: inputs as never, mode: 'async' } });
  const ended = async () => (await api.getRun({ params: { id: runId } })) as Pick<RunState, 'status' | 'outputs' | 'error'>;
  await expect.poll(async () => (await ended()).status, { timeout: 20_000 }).toMatch(/succeeded|failed/);
  const { outputs, error } = await ended();
  return { got: outputs?.got as { rows: unknown[]; count: number } | undefined, error };
}

const placeholder = { postgres: ['$1', '$2', '$3'], mysql: ['?', '?', '?'] } as const;

describe.each(['postgres', 'mysql'] as const)('a database node on %s', (type) => {
  const run = async (query: string, config: Record<string, unknown> = {}, inputs: object = {}) =>
    runNode(['database', { query, ...config }], await credentialOf(type), inputs);
  const write = { readOnly: false };

  test('writes and reads values of all kinds, and gives no parameter to be read as SQL', async () => {
    const [a, b, c] = placeholder[type];
    await run('DROP TABLE IF EXISTS orders', write);
    const created = 'CREATE TABLE orders (id BIGINT PRIMARY KEY, name VARCHAR(200), total DECIMAL(12,2), day DATE)';
    expect((await run(created, write)).error).toBeNull();
    const evil = "'); DROP TABLE orders; -- 🧵";
    const insert = `INSERT INTO orders VALUES (${a}, ${b}, ${c}, '2026-03-01')`;
    const parameters = ['{{start.value.id}}', '{{start.value.name}}', 12.5];
    const inputs = { value: { id: 7, name: evil } };
    expect(await run(insert, { ...write, parameters }, inputs)).toMatchObject({ got: { rows: [], count: 1 } });
    const read = `SELECT id, name, total, day, NULL AS nothing FROM orders WHERE name = ${a} ORDER BY id LIMIT ${b}`;
    expect((await run(read, { parameters: ['{{start.value.name}}', 5] }, inputs)).got).toEqual({
      rows: [{ id: 7, name: evil, total: 12.5, day: '2026-03-01', nothing: null }],
      count: 1,
    });
  });

  test.each(['DELETE FROM orders', 'DROP TABLE orders', "INSERT INTO orders VALUES (8, 'x', 1, '2026-03-01')"])(
    '%s is refused by the server of a read-only node',
    async (query) => {
      const { error } = await run(query);
      expect(error).toMatchObject({ code: 'database-failed', nodeId: 'step', path: 'config.query' });
      expect(error?.message).toMatch(/read.only/i);
      expect((await run('SELECT id FROM orders')).got).toEqual({ rows: [{ id: 7 }], count: 1 });
    },
  );

  test('takes one statement', async () => {
    const { error } = await run('SELECT 1; DELETE FROM orders', write);
    expect(error).toMatchObject({ code: 'database-failed' });
    expect((await run('SELECT id FROM orders')).got?.count).toBe(1);
  });

  test('fails for a result of more rows than its limit, and for a statement that takes too long', async () => {
    const many = 'SELECT 1 AS n UNION ALL SELECT 2 UNION ALL SELECT 3';
    expect((await run(many, { maxRows: 3 })).got?.count).toBe(3);
    expect((await run(many, { maxRows: 2 })).error).toMatchObject({
      code: 'database-result-too-large',
      message: 'The result has more than 2 rows',
    });
    const slow = type === 'postgres' ? 'SELECT pg_sleep(30)' : 'SELECT SLEEP(30)';
    expect((await run(slow, { timeoutMs: 300 })).error).toMatchObject({ code: 'database-timed-out', path: 'config.timeoutMs' });
  });

  test('names the server that cannot be reached, the host that is not allowed, and the wrong type', async () => {
    const query = ['database', { query: 'SELECT 1' }] as Row;
    const refused = await runNode(query, await credentialOf(type, { port: 1 }));
    expect(refused.error).toMatchObject({ code: 'url-refused', message: expect.stringContaining('127.0.0.1:1 is not allowed') });
    const private_ = await runNode(query, await credentialOf(type, { host: 'localhost' }));
    expect(private_.error).toMatchObject({ code: 'url-refused', message: expect.stringContaining('localhost') });
    expect((await runNode(query, await credentialOf('smtp'))).error).toMatchObject({
      code: 'credential-refused',
      message: expect.stringContaining('is of type smtp, and postgres or mysql is needed here'),
    });
    const elsewhere = await credentialOf(type);
    expect((await runNode(query, { ...elsewhere, hosts: ['db.example.com:5432'] })).error).toMatchObject({
      code: 'credential-refused',
      message: expect.stringContaining('may be sent to db.example.com:5432 only'),
    });
  });
});

test('a wrong password of a database is in no error', async () => {
  const credential = await credentialOf('mysql', { password: 'pw-wrong-90417' });
  const { error } = await runNode(['database', { query: 'SELECT 1' }], credential);
  expect(error).toMatchObject({ code: 'database-failed', message: expect.stringContaining('Access denied') });
  expect(JSON.stringify(error)).not.toContain('pw-wrong-90417');
});

test('a connection is sent with no HTTP request', async () => {
  const { error } = await runNode(['http', { url: `http://127.0.0.1:${mail.port}/`, auth: 'used' }], await credentialOf('smtp'));
  expect(error).toMatchObject({ code: 'credential-refused', message: expect.stringContaining('which no request carries') });
});

describe('an email node', () => {
  const email = (config: Record<string, unknown>): Row => [
    'email',
    { to: 'ada@example.com', subject: 'Hello', text: 'Hi', ...config },
  ];

  test('sends text, HTML and files to its recipients, from the sender of the credential', async () => {
    const config = {
      to: 'Ada <ada@example.com>, bob@example.com',
      cc: ['eve@example.com'],
      bcc: 'secret@example.com',
      subject: 'Résumé of {{start.value.day}}\r\nBcc: x@evil.example',
      text: 'All is well 🧵',
      html: '<p>All is <b>well</b></p>',
      files: '{{start.value.file}}',
    };
    const file = { name: 'notes.txt', mediaType: 'text/plain', text: 'Notes' };
    const { got, error } = await runNode(email(config), await credentialOf('smtp'), { value: { day: 'Monday', file } });
    expect(error).toBeNull();
    expect(got).toMatchObject({ accepted: expect.arrayContaining(['ada@example.com', 'secret@example.com']), rejected: [] });
    const [received] = mail.received.splice(0);
    expect(received).toMatchObject({
      from: { name: 'Threadloom', address: 'robot@example.com' },
      to: [{ name: 'Ada', address: 'ada@example.com' }, { address: 'bob@example.com' }],
      recipients: ['ada@example.com', 'bob@example.com', 'eve@example.com', 'secret@example.com'],
      subject: expect.stringContaining('Résumé of Monday'),
      messageId: expect.stringMatching(/^<.+@threadloom>$/),
    });
    expect(received?.text?.trim()).toBe('All is well 🧵');
    expect(received?.html).toContain('<b>well</b>');
    expect(received?.bcc).toBeUndefined();
    expect(received?.attachments).toMatchObject([{ filename: 'notes.txt', mimeType: 'text/plain' }]);
  });

  test('tells who was refused, and fails when everybody was', async () => {
    const credential = await credentialOf('smtp');
    const some = await runNode(email({ to: ['ada@example.com', 'no@refused.example'] }), credential);
    expect(some.got).toMatchObject({ accepted: ['ada@example.com'], rejected: ['no@refused.example'] });
    const none = await runNode(email({ to: 'no@refused.example' }), credential);
    expect(none.error).toMatchObject({ code: 'email-failed', message: expect.stringContaining('No such mailbox') });
    const wrong = await runNode(email({ to: 'nobody' }), credential);
    expect(wrong.error).toMatchObject({
      code: 'email-address-invalid',
      path: 'config.to',
      message: "'nobody' is not an email address",
    });
  });

  test('masks the password that the server repeats', async () => {
    const credential = await credentialOf('smtp', { password: 'pw-wrong-31337' });
    const { error } = await runNode(email({}), credential);
    expect(error).toMatchObject({
      code: 'email-failed',
      message: expect.stringContaining('No such account robot with [masked]'),
    });
  });
});

describe('the test of a credential', () => {
  test.each(['postgres', 'mysql'] as const)('%s connects, and says which server answered', async (type) => {
    const { id } = await credentialOf(type);
    const { ok, status, message } = await api.testCredential({ params: { id }, body: {} });
    expect({ ok, status }).toEqual({ ok: true, status: null });
    expect(message).toMatch(type === 'postgres' ? /^PostgreSQL \d/ : /^\d+\./);
    const wrong = await credentialOf(type, { database: 'no_such_database' });
    const refused = await api.testCredential({ params: { id: wrong.id }, body: {} });
    expect(refused).toMatchObject({ ok: false, message: expect.stringMatching(/^The database answered: /) });
  });

  test('smtp signs in and sends nothing, and the password is not in the answer', async () => {
    const before = mail.received.length;
    const { id } = await credentialOf('smtp');
    expect(await api.testCredential({ params: { id }, body: {} })).toEqual({ ok: true, status: null, message: null });
    const wrong = await credentialOf('smtp', { password: 'pw-wrong-5512' });
    const inChinese = makeClient({ baseUrl: server.url, fetch, headers: { 'accept-language': 'zh-CN' } });
    const { ok, message } = await inChinese.testCredential({ params: { id: wrong.id }, body: {} });
    expect(ok).toBe(false);
    expect(message).toMatch(/^邮件服务器返回：.*No such account/);
    expect(message).not.toContain('pw-wrong-5512');
    expect(mail.received).toHaveLength(before);
  });

  test('imap signs in and opens the inbox, and the password is not in the answer', async () => {
    const { id } = await credentialOf('imap');
    expect(await api.testCredential({ params: { id }, body: {} })).toEqual({ ok: true, status: null, message: null });
    const wrong = await credentialOf('imap', { password: 'pw-wrong-5513' });
    const { ok, message } = await api.testCredential({ params: { id: wrong.id }, body: {} });
    expect(ok).toBe(false);
    expect(message).toMatch(/refused user and password/);
    expect(message).not.toContain('pw-wrong-5513');
  });

  test('nothing listens, or the address is not allowed', async () => {
    const { id } = await credentialOf('smtp', { host: 'localhost', port: 9 });
    const { ok, message } = await api.testCredential({ params: { id }, body: {} });
    expect(ok).toBe(false);
    expect(message).toMatch(/localhost:9 is not allowed: .*\nIf it is yours, allow/);
  });
});
