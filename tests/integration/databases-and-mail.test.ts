import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createConnection, type RowDataPacket } from 'mysql2/promise';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { type Client, makeClient } from '#lib/api/client.ts';
import type { NewCredentialBody } from '#lib/api/credentials.contract.ts';
import type { ConnectionValue } from '#lib/credentials/credential-type.ts';
import type { RunState } from '#lib/run/run-state.ts';
import { makeDatabaseClient } from '#server/connections/database-client.ts';
import { type DatabaseLocation, makeDatabaseLocation } from '../support/databases.ts';
import { type ImapServer, startImapServer } from '../support/imap-server.ts';
import { type MysqlServer, startMysql } from '../support/mysql-server.ts';
import { runOnServer } from '../support/prepare-databases.ts';
import { ServerProcess } from '../support/server-process.ts';
import { type MailServer, startSmtpServer } from '../support/smtp-server.ts';
import { workflowOf } from '../support/test-engine.ts';

const MAIL = { user: 'robot', password: 'pw-77e1b2c3' };
const SHOP = `shop_${randomUUID().slice(0, 8)}`;
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
  // The role of the tests is a superuser.
  await runOnServer(inject('postgresUrl'), `CREATE ROLE ${SHOP} LOGIN PASSWORD 'unused'`);
  await runOnServer(inject('postgresUrl'), `ALTER DATABASE ${fieldsOf.postgres().database} OWNER TO ${SHOP}`);
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
  await runOnServer(inject('postgresUrl'), `DROP ROLE IF EXISTS ${SHOP}`);
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
      user: SHOP,
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

/** Starts one node with the credential. */
async function startNode([type, config]: Row, credential: { id: string; type: string; hosts: string[] }, inputs: object = {}) {
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
  return { runId, ended };
}

/** Runs one node with the credential. @returns its value, or its error */
async function runNode(row: Row, credential: { id: string; type: string; hosts: string[] }, inputs: object = {}) {
  const { ended } = await startNode(row, credential, inputs);
  await expect.poll(async () => (await ended()).status, { timeout: 20_000 }).toMatch(/succeeded|failed/);
  const { outputs, error } = await ended();
  return { got: outputs?.got as { rows: unknown[]; count: number } | undefined, error };
}

/** Statements that the server executes for the user of the credential. */
async function executingOn(type: 'postgres' | 'mysql'): Promise<string[]> {
  if (type === 'postgres') {
    const text = `SELECT query FROM pg_stat_activity WHERE usename = '${SHOP}' AND state = 'active'`;
    return (await queryServer<{ query: string }>(text)).map(({ query }) => query);
  }
  const connection = await createConnection({ host: '127.0.0.1', port: mysql.port, user: mysql.user, password: mysql.password });
  const text = "SELECT info AS query FROM information_schema.processlist WHERE info NOT LIKE '%processlist%'";
  const [rows] = await connection.query<(RowDataPacket & { query: string })[]>(text).finally(() => connection.end());
  return rows.map(({ query }) => query);
}

/** One statement without a run around it. */
function statementOn(type: 'postgres' | 'mysql', query: string, readOnly: boolean) {
  const { host, port } = fieldsOf[type]();
  const value = { type, fields: fieldsOf[type]() } as Extract<ConnectionValue, { type: 'postgres' }>;
  const hosts = [`${host}:${port}`];
  const database = makeDatabaseClient({
    open: async () => ({ name: 'shop', value, hosts }),
    hosts: { allowedPrivateHosts: () => hosts },
  } as never);
  const { signal } = new AbortController();
  return database.query({ credential: {} as never, query, parameters: [], readOnly, maxRows: 10, timeoutMs: 20_000, signal });
}

/** As the superuser of the server, in the database of the credential. */
async function queryServer<Result extends pg.QueryResultRow>(text: string): Promise<Result[]> {
  const client = new pg.Client({ connectionString: postgres.databaseUrl });
  await client.connect();
  return (await client.query<Result>(text).finally(() => client.end())).rows;
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
      expect(error).toMatchObject({ code: expect.stringMatching(/^database-(failed|statement-refused)$/), path: 'config.query' });
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

  const sleep = (seconds: number) => (type === 'postgres' ? `SELECT pg_sleep(${seconds})` : `SELECT SLEEP(${seconds})`);

  const endless = type === 'postgres' ? 'SELECT generate_series(1, 1000000000)' : 'SELECT seq FROM seq_1_to_1000000000';
  test.each([
    ['its time limit', sleep(61), { timeoutMs: 300 }, 'database-timed-out'],
    ['too many rows', endless, { maxRows: 1 }, 'database-result-too-large'],
  ])('is executed no more after %s', async (_, query, config, code) => {
    expect((await run(query, config)).error).toMatchObject({ code });
    await expect.poll(() => executingOn(type)).toEqual([]);
  });

  test.each([true, false])('is executed no more after a stop, with readOnly %s', async (readOnly) => {
    const { runId, ended } = await startNode(['database', { query: sleep(63), readOnly }], await credentialOf(type));
    await expect.poll(() => executingOn(type), { timeout: 20_000 }).toEqual([sleep(63)]);
    await api.stopRun({ params: { id: runId } });
    await expect.poll(async () => (await ended()).status, { timeout: 20_000 }).toBe('cancelled');
    await expect.poll(() => executingOn(type)).toEqual([]);
  });

  test('has a time limit on the server, which holds when this process dies', async () => {
    const asked = {
      postgres: "SELECT current_setting('statement_timeout') AS most",
      mysql: 'SELECT @@max_statement_time AS most',
    };
    for (const readOnly of [true, false])
      expect((await statementOn(type, asked[type], readOnly)).rows).toEqual([{ most: type === 'postgres' ? '21s' : 21 }]);
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

const CANARY = join(tmpdir(), `threadloom-${randomUUID()}`);

/** Each would change something, or reach a file or a program. */
const changes = {
  postgres: [
    'DELETE FROM kept',
    'CREATE TABLE more (a int)',
    'CREATE TEMP TABLE more (a int)',
    'COMMIT',
    'SET TRANSACTION READ WRITE',
    "SELECT set_config('transaction_read_only', 'off', false), touch()",
    'DO $$ BEGIN COMMIT; INSERT INTO kept VALUES (2); END $$',
    'DO $$ BEGIN SET TRANSACTION READ WRITE; INSERT INTO kept VALUES (2); END $$',
    'DO $$ BEGIN SET LOCAL transaction_read_only = off; INSERT INTO kept VALUES (2); END $$',
    'CALL put()',
    'SELECT touch()',
    'WITH x AS (INSERT INTO kept VALUES (2) RETURNING a) SELECT * FROM x',
    'EXPLAIN ANALYZE INSERT INTO kept VALUES (2)',
    "SELECT nextval('numbers')",
    "SELECT setval('numbers', 5)",
    'SELECT * FROM kept FOR UPDATE',
    'SELECT lo_create(4711)',
    "SELECT lo_from_bytea(4711, 'x')",
    "SELECT lo_import('/etc/hostname')",
    "SELECT pg_read_file('/etc/hostname')",
    "SELECT pg_ls_dir('/')",
    `COPY (SELECT 'x') TO PROGRAM 'touch ${CANARY}'`,
    `COPY (SELECT 'x') TO '${CANARY}'`,
    "COPY kept FROM PROGRAM 'echo 2'",
    "NOTIFY kept, 'x'",
    'VACUUM kept',
    "PREPARE TRANSACTION 'x'",
    'ALTER ROLE CURRENT_USER SET statement_timeout = 0',
    "ALTER SYSTEM SET log_statement = 'all'",
  ],
  mysql: [
    'DELETE FROM kept',
    'CREATE TABLE more (a int)',
    'COMMIT',
    'SET SESSION TRANSACTION READ WRITE',
    'BEGIN NOT ATOMIC COMMIT; SET SESSION TRANSACTION READ WRITE; INSERT INTO kept VALUES (2); END',
    '/*!BEGIN NOT ATOMIC COMMIT; SET SESSION TRANSACTION READ WRITE; INSERT INTO kept VALUES (2); END*/',
    '/*M!100000 BEGIN NOT ATOMIC COMMIT; SET SESSION TRANSACTION READ WRITE; INSERT INTO kept VALUES (2); END*/',
    '-- a comment\n(/* another */ CALL put())',
    'CALL put()',
    "EXECUTE IMMEDIATE 'INSERT INTO kept VALUES (2)'",
    'SELECT touch()',
    'WITH x AS (SELECT 2) INSERT INTO kept SELECT * FROM x',
    `SELECT 'x' INTO OUTFILE '${CANARY}'`,
    `SELECT 'x' INTO DUMPFILE '${CANARY}'`,
    "LOAD DATA INFILE '/etc/hostname' INTO TABLE kept",
    'SELECT NEXTVAL(numbers)',
    'ANALYZE INSERT INTO kept VALUES (2)',
    'ANALYZE FORMAT=JSON INSERT INTO kept VALUES (2)',
    'TRUNCATE kept',
    'FLUSH TABLES',
    'GRANT ALL ON shop.* TO CURRENT_USER()',
  ],
} as const;

describe.each(['postgres', 'mysql'] as const)('a read-only node on %s', (type) => {
  const run = (query: string, readOnly = true) => statementOn(type, query, readOnly);
  const prepared = {
    postgres: [
      'CREATE TABLE kept (a int)',
      'CREATE SEQUENCE numbers',
      "CREATE FUNCTION touch() RETURNS int LANGUAGE plpgsql AS 'BEGIN INSERT INTO kept VALUES (2); RETURN 1; END'",
      "CREATE PROCEDURE put() LANGUAGE plpgsql AS 'BEGIN COMMIT; INSERT INTO kept VALUES (2); END'",
    ],
    mysql: [
      'CREATE TABLE kept (a int)',
      'CREATE SEQUENCE numbers',
      'CREATE FUNCTION touch() RETURNS int BEGIN INSERT INTO kept VALUES (2); RETURN 1; END',
      'CREATE PROCEDURE put() BEGIN COMMIT; SET SESSION TRANSACTION READ WRITE; INSERT INTO kept VALUES (2); COMMIT; END',
    ],
  };

  test('changes nothing and reaches no file, by none of the statements that others let through', async () => {
    for (const query of [...prepared[type], 'INSERT INTO kept VALUES (1)']) await run(query, false);
    const accepted: string[] = [];
    const answers = await Promise.allSettled(changes[type].map((query) => run(query)));
    for (const [index, { status }] of answers.entries()) if (status === 'fulfilled') accepted.push(changes[type][index] ?? '');
    expect((await run('SELECT a FROM kept')).rows).toEqual([{ a: 1 }]);
    expect(existsSync(CANARY)).toBe(false);
    if (type === 'postgres') expect(await queryServer('SELECT oid FROM pg_largeobject_metadata')).toEqual([]);
    // The end of the transaction undoes these; servers from version 16 on refuse large objects.
    const undone = /^(COMMIT$|SET TRANSACTION READ WRITE$|SELECT lo_|NOTIFY)/;
    expect(accepted.filter((query) => !undone.test(query))).toEqual([]);
  });

  test('is refused for a user whose changes no transaction holds back', async () => {
    const unbound = { postgres: { user: 'threadloom' }, mysql: { user: 'root', password: '' } }[type];
    const role = { postgres: "its role 'threadloom'", mysql: 'its privilege FILE' }[type];
    const credential = await credentialOf(type, unbound);
    const { error } = await runNode(['database', { query: 'SELECT 1 AS a' }], credential);
    expect(error).toMatchObject({
      code: 'database-role-unbound',
      path: 'config.credential',
      message: expect.stringContaining(`Read only does not hold for this user: ${role}`),
    });
    expect((await runNode(['database', { query: 'SELECT 1 AS a', readOnly: false }], credential)).got?.rows).toEqual([{ a: 1 }]);
    const { ok } = await api.testCredential({ params: { id: credential.id }, body: {} });
    expect(ok).toBe(true);
  });
});

test.each(['pg_execute_server_program', 'pg_read_server_files', 'pg_write_server_files'])(
  'a member of %s is no user of a read-only node, even through another role',
  async (role) => {
    const between = `${SHOP}_${role}`;
    const name = `${between}_user`;
    try {
      for (const sql of [
        `CREATE ROLE ${between} NOINHERIT IN ROLE ${role}`,
        `CREATE ROLE ${name} NOINHERIT LOGIN IN ROLE ${between}`,
      ])
        await queryServer(sql);
      const { error } = await runNode(['database', { query: 'SELECT 1' }], await credentialOf('postgres', { user: name }));
      expect(error).toMatchObject({ code: 'database-role-unbound', message: expect.stringContaining(`'${role}'`) });
    } finally {
      for (const sql of [`DROP ROLE IF EXISTS ${name}`, `DROP ROLE IF EXISTS ${between}`]) await queryServer(sql);
    }
  },
);

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
