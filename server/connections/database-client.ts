import { NodeFailure } from '#lib/errors/node-failure.ts';
import type { DatabaseClient, DatabaseQuery, DatabaseResult } from '#lib/ports/database-client.ts';
import { maskText } from '../credentials/mask-secrets.ts';
import { type ConnectionOptions, openConnection } from './open-connection.ts';

/** Databases of workspaces, by the credentials that name them. A connection serves one statement. */
export function makeDatabaseClient(options: ConnectionOptions): DatabaseClient {
  return {
    async query(query) {
      const { value, address } = await openConnection(query.credential, ['postgres', 'mysql'], options);
      const run = (signal: AbortSignal): Promise<DatabaseResult> =>
        value.type === 'postgres'
          ? import('./query-postgres.ts').then(({ queryPostgres }) => queryPostgres(query, { ...value.fields, address, signal }))
          : import('./query-mysql.ts').then(({ queryMysql }) => queryMysql(query, { ...value.fields, address, signal }));
      return runInTime(query, run).catch((error: unknown) => {
        throw NodeFailure.is(error) ? error : failureOf(error, value.fields);
      });
    },
  };
}

async function runInTime(
  { timeoutMs, signal }: DatabaseQuery,
  run: (signal: AbortSignal) => Promise<DatabaseResult>,
): Promise<DatabaseResult> {
  const over = AbortSignal.timeout(timeoutMs);
  try {
    return await run(AbortSignal.any([signal, over]));
  } catch (error) {
    if (!over.aborted || signal.aborted) throw error;
    throw new NodeFailure('database-timed-out', `The database did not answer within ${timeoutMs} ms`, {
      isRetryable: true,
      path: 'config.timeoutMs',
      cause: error,
    });
  }
}

/** Of a connection that was never made, or was lost. */
const UNREACHABLE = new Set(['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'EPIPE', 'EHOSTUNREACH', 'PROTOCOL_CONNECTION_LOST']);

type Connection = { readonly host: string; readonly port: number; readonly password: string };

function failureOf(error: unknown, { host, port, password }: Connection): NodeFailure {
  const { code, message } = error as { code?: string; message?: string };
  const text = maskText(String(message ?? error), [password]);
  if (code !== undefined && UNREACHABLE.has(code))
    return new NodeFailure('database-unreachable', `${host}:${port} cannot be reached: ${text}`, {
      isRetryable: true,
      path: 'config.credential',
      cause: error,
    });
  return new NodeFailure('database-failed', `The database answered: ${text}`, { cause: error });
}
