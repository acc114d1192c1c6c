import mysql from 'mysql2';
import type { ConnectionFields } from '#lib/credentials/credential-type.ts';
import { NodeFailure } from '#lib/errors/node-failure.ts';
import type { JsonValue } from '#lib/json/json-value.ts';
import type { DatabaseQuery, DatabaseResult } from '#lib/ports/database-client.ts';
import { cancelInTime, serverLimitMs } from './cancel-statement.ts';
import { exactNumber, RowCollector } from './collect-rows.ts';

type Place = ConnectionFields['mysql'] & { readonly address: string; readonly signal: AbortSignal };

const READ_ONLY = ['SET SESSION TRANSACTION READ ONLY', 'START TRANSACTION READ ONLY'];

/**
 * One prepared statement, in which the server reads no parameter as SQL. A statement that did not end, because of its
 * time limit, a stop or too many rows, is killed on the server.
 */
export async function queryMysql(query: DatabaseQuery, place: Place): Promise<DatabaseResult> {
  const { signal } = place;
  signal.throwIfAborted();
  if (query.readOnly) assertReads(query.query);
  const connection = connect(place);
  const failed = Promise.withResolvers<never>();
  failed.promise.catch(() => {});
  connection.on('error', failed.reject);
  const onAbort = () => failed.reject(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  const progress = { isExecuting: false };
  try {
    return await Promise.race([failed.promise, run(connection, { ...query, progress })]);
  } finally {
    signal.removeEventListener('abort', onAbort);
    if (progress.isExecuting) await cancelInTime((over) => kill(connection.threadId, place, over));
    connection.destroy();
  }
}

function connect({ address, host, port, database, user, password, tls }: Place): mysql.Connection {
  return mysql.createConnection({
    host: address,
    port,
    database,
    user,
    password,
    ...(tls !== 'off' && { ssl: { servername: host, rejectUnauthorized: tls === 'verify' } as mysql.SslOptions }),
    // Nothing compiles code from what a server sends, and no server reads files of this one.
    disableEval: true,
    flags: ['-LOCAL_FILES'],
    multipleStatements: false,
    // Whole numbers that are not exact as numbers are texts.
    supportBigNumbers: true,
    dateStrings: ['DATE'],
    timezone: 'Z',
    typeCast: (field, next) => {
      if (field.type !== 'NEWDECIMAL' && field.type !== 'DECIMAL') return next();
      const text = field.string();
      return text === null ? null : exactNumber(text);
    },
  });
}

/** Ends the statement and its connection, as the same user on another one. */
async function kill(threadId: number | null, place: Place, signal: AbortSignal): Promise<void> {
  if (threadId === null) return;
  const other = connect(place);
  other.on('error', () => {});
  signal.addEventListener('abort', () => other.destroy(), { once: true });
  try {
    await plain(other, `KILL ${threadId}`);
  } finally {
    other.destroy();
  }
}

type Statement = DatabaseQuery & { readonly progress: { isExecuting: boolean } };

async function run(connection: mysql.Connection, statement: Statement): Promise<DatabaseResult> {
  await limitStatement(connection, statement.timeoutMs);
  if (statement.readOnly) await beginReadOnly(connection);
  const result = await execute(connection, statement);
  if (statement.readOnly) await plain(connection, 'ROLLBACK');
  return result;
}

/** MariaDB limits all statements, in seconds; MySQL limits those that read, in milliseconds; others have neither. */
async function limitStatement(connection: mysql.Connection, timeoutMs: number): Promise<void> {
  const limitMs = serverLimitMs(timeoutMs);
  const set = (sql: string) => plain(connection, `SET SESSION ${sql}`);
  await set(`max_statement_time = ${limitMs / 1000}`).catch(unlessUnknown(() => set(`max_execution_time = ${limitMs}`)));
}

/** A variable that the server does not have is not a failure; anything else is. */
function unlessUnknown(next: () => Promise<void>): (error: unknown) => Promise<void> {
  return async (error) => {
    if (!isUnknownVariable(error)) throw error;
    await next().catch((second: unknown) => {
      if (!isUnknownVariable(second)) throw second;
    });
  };
}

function isUnknownVariable(error: unknown): boolean {
  return (error as { code?: string }).code === 'ER_UNKNOWN_SYSTEM_VARIABLE';
}

/** A file cannot be written over a folder, so this fails for every user. */
const FILE_PROBE = "SELECT 1 INTO OUTFILE '/'";
/** Answers for a user without the privilege, and of servers that write no files. */
const WITHOUT_FILES = new Set([
  'ER_ACCESS_DENIED_ERROR',
  'ER_SPECIFIC_ACCESS_DENIED_ERROR',
  'ER_NOT_SUPPORTED_YET',
  'ER_PARSE_ERROR',
]);

/**
 * Asks the server whether the user may write files, since a role of any depth may give the privilege.
 * @throws {NodeFailure} `database-role-unbound`
 */
async function beginReadOnly(connection: mysql.Connection): Promise<void> {
  const answer = await plain(connection, FILE_PROBE).then(
    () => undefined,
    (error: { code?: string }) => error.code,
  );
  if (answer === undefined || !WITHOUT_FILES.has(answer))
    throw new NodeFailure(
      'database-role-unbound',
      'Read only does not hold for this user: its privilege FILE may change files on the server',
      {
        path: 'config.credential',
        hint: 'Use a credential whose user lacks the privilege FILE and may only read, or turn off Read only in the node',
      },
    );
  for (const sql of READ_ONLY) await plain(connection, sql);
}

/** Comments, but not those whose content the server executes. */
const LEADING = /^(?:\s|\(|--[^\n]*(?:\n|$)|#[^\n]*(?:\n|$)|\/\*(?!M?!)[^*]*\*+(?:[^/*][^*]*\*+)*\/)+/;
const READS = new Set(['select', 'with', 'show', 'explain', 'analyze', 'describe', 'desc', 'table', 'values']);

/**
 * Procedures and blocks could end the read-only transaction and begin another one.
 * @throws {NodeFailure} `database-statement-refused`
 */
function assertReads(query: string): void {
  const [word = ''] = /^[a-z]*/i.exec(query.replace(LEADING, '')) ?? [];
  if (READS.has(word.toLowerCase())) return;
  throw new NodeFailure('database-statement-refused', 'A read-only node on MySQL or MariaDB takes a statement that reads', {
    path: 'config.query',
    hint: 'Begin it with SELECT, WITH, SHOW, EXPLAIN, DESCRIBE, TABLE or VALUES, or turn off Read only in the node',
  });
}

async function execute(
  connection: mysql.Connection,
  { query, parameters, maxRows, progress }: Statement,
): Promise<DatabaseResult> {
  const collector = new RowCollector(maxRows);
  const changed = await new Promise<number>((resolve, reject) => {
    let count = 0;
    let isRefused = false;
    progress.isExecuting = true;
    const statement = connection.execute(query, parameters.map(toParameter));
    statement.on('result', (row: Record<string, unknown> | mysql.ResultSetHeader) => {
      if (row.constructor.name === 'ResultSetHeader') {
        count = (row as mysql.ResultSetHeader).affectedRows;
        return;
      }
      try {
        if (!isRefused) collector.add(row as Record<string, unknown>);
      } catch (error) {
        isRefused = true;
        reject(error);
      }
    });
    statement.on('error', (error) => {
      progress.isExecuting = false;
      reject(error);
    });
    statement.on('end', () => {
      progress.isExecuting = false;
      resolve(count);
    });
  });
  return { rows: collector.rows, count: collector.rows.length > 0 ? collector.rows.length : changed };
}

function plain(connection: mysql.Connection, sql: string): Promise<void> {
  return new Promise((resolve, reject) => void connection.query(sql, (error) => (error ? reject(error) : resolve())));
}

/** Whole numbers as such: the server takes no floating-point number for LIMIT. Lists and objects as JSON. */
function toParameter(value: JsonValue): mysql.ExecuteValues {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return BigInt(value);
  if (typeof value === 'object' && value !== null) return JSON.stringify(value);
  return value;
}
