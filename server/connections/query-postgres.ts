import pg from 'pg';
import type { ConnectionFields } from '#lib/credentials/credential-type.ts';
import type { DatabaseQuery, DatabaseResult } from '#lib/ports/database-client.ts';
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

/** One statement by the extended protocol, which takes no second one. */
export async function queryPostgres(
  { query, parameters, readOnly, maxRows }: DatabaseQuery,
  { address, host, port, database, user, password, tls, signal }: Place,
): Promise<DatabaseResult> {
  signal.throwIfAborted();
  const client = new pg.Client({
    host: address,
    port,
    database,
    user,
    password,
    types: { getTypeParser },
    ssl: tls === 'off' ? false : { servername: host, rejectUnauthorized: tls === 'verify' },
    application_name: 'threadloom',
  });
  const failed = Promise.withResolvers<never>();
  failed.promise.catch(() => {});
  client.on('error', failed.reject);
  const onAbort = () => {
    failed.reject(signal.reason);
    destroy(client);
  };
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([failed.promise, run(client, { query, parameters, readOnly, maxRows })]);
  } finally {
    signal.removeEventListener('abort', onAbort);
    destroy(client);
  }
}

type Statement = Pick<DatabaseQuery, 'query' | 'parameters' | 'readOnly' | 'maxRows'>;

async function run(client: pg.Client, { query, parameters, readOnly, maxRows }: Statement): Promise<DatabaseResult> {
  await client.connect();
  if (readOnly) await client.query('BEGIN TRANSACTION READ ONLY');
  const collector = new RowCollector(maxRows);
  const ended = Promise.withResolvers<number>();
  // Arrays of JSON are values of JSON columns more often than arrays of SQL, which take texts as '{a,b}'.
  const values = parameters.map((value) => (typeof value === 'object' && value !== null ? JSON.stringify(value) : value));
  // `queryMode` is missing in the types: without it, a statement without parameters could be several.
  const config = { text: query, values, queryMode: 'extended' } as pg.QueryConfig;
  const statement = client.query(new pg.Query(config));
  statement.on('row', (row: Record<string, unknown>) => {
    try {
      collector.add(row);
    } catch (error) {
      ended.reject(error);
      destroy(client);
    }
  });
  statement.on('error', ended.reject);
  statement.on('end', (result: pg.QueryResult) => ended.resolve(result.rowCount ?? 0));
  const count = await ended.promise;
  if (readOnly) await client.query('COMMIT');
  return { rows: collector.rows, count: collector.rows.length > 0 ? collector.rows.length : count };
}

/** Without waiting for a statement in progress, which the server ends when it notices. */
function destroy(client: pg.Client): void {
  (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
}
