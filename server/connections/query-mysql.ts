import mysql from 'mysql2';
import type { ConnectionFields } from '#lib/credentials/credential-type.ts';
import type { JsonValue } from '#lib/json/json-value.ts';
import type { DatabaseQuery, DatabaseResult } from '#lib/ports/database-client.ts';
import { exactNumber, RowCollector } from './collect-rows.ts';

type Place = ConnectionFields['mysql'] & { readonly address: string; readonly signal: AbortSignal };

const READ_ONLY = ['SET SESSION TRANSACTION READ ONLY', 'START TRANSACTION READ ONLY'];

/** One prepared statement, in which the server reads no parameter as SQL. */
export async function queryMysql(
  { query, parameters, readOnly, maxRows }: DatabaseQuery,
  { address, host, port, database, user, password, tls, signal }: Place,
): Promise<DatabaseResult> {
  signal.throwIfAborted();
  const connection = mysql.createConnection({
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
  const failed = Promise.withResolvers<never>();
  failed.promise.catch(() => {});
  connection.on('error', failed.reject);
  const onAbort = () => {
    failed.reject(signal.reason);
    connection.destroy();
  };
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([failed.promise, run(connection, { query, parameters, readOnly, maxRows })]);
  } finally {
    signal.removeEventListener('abort', onAbort);
    connection.destroy();
  }
}

type Statement = Pick<DatabaseQuery, 'query' | 'parameters' | 'readOnly' | 'maxRows'>;

async function run(connection: mysql.Connection, { query, parameters, readOnly, maxRows }: Statement): Promise<DatabaseResult> {
  if (readOnly) for (const sql of READ_ONLY) await plain(connection, sql);
  const collector = new RowCollector(maxRows);
  const changed = await new Promise<number>((resolve, reject) => {
    let count = 0;
    const statement = connection.execute(query, parameters.map(toParameter));
    statement.on('result', (row: Record<string, unknown> | mysql.ResultSetHeader) => {
      if (row.constructor.name === 'ResultSetHeader') {
        count = (row as mysql.ResultSetHeader).affectedRows;
        return;
      }
      try {
        collector.add(row as Record<string, unknown>);
      } catch (error) {
        reject(error);
        connection.destroy();
      }
    });
    statement.on('error', reject);
    statement.on('end', () => resolve(count));
  });
  if (readOnly) await plain(connection, 'COMMIT');
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
