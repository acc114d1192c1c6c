import pg from 'pg';
import type { ConnectionFields } from '#lib/credentials/credential-type.ts';
import { NodeFailure } from '#lib/errors/node-failure.ts';
import type { DatabaseQuery, DatabaseResult } from '#lib/ports/database-client.ts';
import { cancelInTime, serverLimitMs } from './cancel-statement.ts';
import { exactNumber, RowCollector } from './collect-rows.ts';

type Place = ConnectionFields['postgres'] & { readonly address: string; readonly signal: AbortSignal };

const { types } = pg;
/** Numbers that fit are numbers; dates stay the texts that the server gives. */
const PARSERS: Readonly<Record<number, (text: string) => unknown>> = {
  [types.builtins.INT8]: exactNumber,
  [types.builtins.NUMERIC]: exactNumber,
  [types.builtins.DATE]: (text) => text,
};
const getTypeParser = ((oid: number, format?: 'text' | 'binary') =>
  (format !== 'binary' && PARSERS[oid]) || types.getTypeParser(oid, format)) as typeof types.getTypeParser;

/**
 * One statement by the extended protocol, which takes no second one. A statement that did not end, because of its time
 * limit, a stop or too many rows, is cancelled on the server.
 */
export async function queryPostgres(query: DatabaseQuery, place: Place): Promise<DatabaseResult> {
  const { address, host, port, database, user, password, tls, signal } = place;
  signal.throwIfAborted();
  const ssl = tls === 'off' ? false : { servername: host, rejectUnauthorized: tls === 'verify' };
  const client = new pg.Client({
    host: address,
    port,
    database,
    user,
    password,
    types: { getTypeParser },
    ssl,
    application_name: 'threadloom',
  });
  const failed = Promise.withResolvers<never>();
  failed.promise.catch(() => {});
  client.on('error', failed.reject);
  const onAbort = () => failed.reject(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  const progress = { isExecuting: false };
  try {
    return await Promise.race([failed.promise, run(client, { ...query, progress })]);
  } finally {
    signal.removeEventListener('abort', onAbort);
    if (progress.isExecuting) await cancelInTime((over) => cancel(client, { address, port, ssl, signal: over }));
    destroy(client);
  }
}

type Statement = DatabaseQuery & { readonly progress: { isExecuting: boolean } };

async function run(client: pg.Client, statement: Statement): Promise<DatabaseResult> {
  await client.connect();
  await limitStatement(client, statement.timeoutMs);
  if (statement.readOnly) await beginReadOnly(client);
  const result = await execute(client, statement);
  // Undoes what some servers allow in read-only transactions, such as large objects before version 16.
  if (statement.readOnly) await client.query('ROLLBACK');
  // A connection pooler gives the session to others.
  await client.query('RESET ALL').catch(() => {});
  return result;
}

async function execute(client: pg.Client, { query, parameters, maxRows, progress }: Statement): Promise<DatabaseResult> {
  const collector = new RowCollector(maxRows);
  const ended = Promise.withResolvers<number>();
  // Arrays of JSON are values of JSON columns more often than arrays of SQL, which take texts as '{a,b}'.
  const values = parameters.map((value) => (typeof value === 'object' && value !== null ? JSON.stringify(value) : value));
  // `queryMode` is missing in the types: without it, a statement without parameters could be several.
  const config = { text: query, values, queryMode: 'extended' } as pg.QueryConfig;
  let isRefused = false;
  progress.isExecuting = true;
  const statement = client.query(new pg.Query(config));
  statement.on('row', (row: Record<string, unknown>) => {
    try {
      if (!isRefused) collector.add(row);
    } catch (error) {
      isRefused = true;
      ended.reject(error);
    }
  });
  statement.on('error', (error) => {
    progress.isExecuting = false;
    ended.reject(error);
  });
  statement.on('end', (result: pg.QueryResult) => {
    progress.isExecuting = false;
    ended.resolve(result.rowCount ?? 0);
  });
  const count = await ended.promise;
  return { rows: collector.rows, count: collector.rows.length > 0 ? collector.rows.length : count };
}

/** Not as parameters of the connection, which connection poolers refuse. */
async function limitStatement(client: pg.Client, timeoutMs: number): Promise<void> {
  await client.query(`SET statement_timeout = ${serverLimitMs(timeoutMs)}`);
  // The server notices within a second that the connection is gone. Versions before 14 and some systems do not have it.
  await client.query("SET client_connection_check_interval = '1s'").catch(() => {});
}

/** Roles whose programs, files and replication slots a read-only transaction does not cover. */
const UNBOUND_ROLE = `SELECT r.rolname AS name FROM pg_catalog.pg_roles r
  WHERE (r.rolsuper OR r.rolreplication OR r.rolname IN
    ('pg_execute_server_program', 'pg_read_server_files', 'pg_write_server_files'))
    AND pg_catalog.pg_has_role(session_user, r.oid, 'MEMBER') ORDER BY r.rolsuper DESC LIMIT 1`;

/** @throws {NodeFailure} `database-role-unbound` */
async function beginReadOnly(client: pg.Client): Promise<void> {
  await client.query('BEGIN TRANSACTION READ ONLY');
  const { rows } = await client.query<{ name: string }>(UNBOUND_ROLE);
  const [role] = rows;
  if (role)
    throw new NodeFailure(
      'database-role-unbound',
      `Read only does not hold for this user: its role '${role.name}' may change files or run programs on the server`,
      {
        path: 'config.credential',
        hint: 'Use a credential whose user is not a superuser and may only read, or turn off Read only in the node',
      },
    );
}

type CancelPlace = {
  readonly address: string;
  readonly port: number;
  readonly ssl: unknown;
  readonly signal: AbortSignal;
};

/** Missing in the types of pg. */
type CancelConnection = {
  readonly stream: { destroy(): void };
  connect(port: number, host: string): void;
  cancel(processId: number, secretKey: number): void;
  on(event: 'connect' | 'sslconnect' | 'error' | 'end', listener: (error?: unknown) => void): void;
};

/** Sends a CancelRequest on a connection of its own; the server closes it once the request is handed on. */
async function cancel(client: pg.Client, { address, port, ssl, signal }: CancelPlace): Promise<void> {
  const { processID, secretKey } = client as unknown as { processID?: number | null; secretKey?: number };
  if (typeof processID !== 'number' || secretKey === undefined) return;
  const connection = new pg.Connection({ ssl } as pg.ConnectionConfig) as unknown as CancelConnection;
  try {
    await new Promise<void>((resolve, reject) => {
      connection.on('error', reject);
      connection.on('end', () => resolve());
      connection.on(ssl === false ? 'connect' : 'sslconnect', () => connection.cancel(processID, secretKey));
      signal.addEventListener('abort', () => resolve(), { once: true });
      connection.connect(port, address);
      if (ssl !== false) connection.on('connect', () => (connection as unknown as { requestSsl(): void }).requestSsl());
    });
  } finally {
    connection.stream.destroy();
  }
}

/** Without waiting for a statement in progress. */
function destroy(client: pg.Client): void {
  (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
}
