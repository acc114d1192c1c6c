import type { ConnectionType } from '#lib/credentials/credential-type.ts';
import { NodeFailure } from '#lib/errors/node-failure.ts';
import type { CredentialUse } from '#lib/ports/runtime.ts';
import { makeDatabaseClient } from './database-client.ts';
import { makeMailReader } from './mail-reader.ts';
import { type ConnectionOptions, openConnection } from './open-connection.ts';
import { withSmtpTransport } from './smtp-transport.ts';

/** @returns what the server says of itself, or null */
export type TestConnection = (
  use: CredentialUse,
  options: { readonly type: ConnectionType; readonly timeoutMs: number },
) => Promise<string | null>;

/**
 * Connects and signs in as a node would: databases answer a query, mail servers are sent no mail, and of mailboxes the
 * inbox is opened.
 * @throws {GuardedFetchError} for a credential or an address
 * @throws {NodeFailure} with what the server answered, or that it cannot be reached
 */
export function makeConnectionTest(options: ConnectionOptions): TestConnection {
  const databases = makeDatabaseClient(options);
  const mails = makeMailReader(options);
  return async (credential, { type, timeoutMs }) => {
    if (type === 'smtp') return testSmtp(credential, { options, timeoutMs });
    if (type === 'imap') {
      await mails.read({ credential, folder: 'INBOX', signal: AbortSignal.timeout(timeoutMs) }, async () => {});
      return null;
    }
    const { signal } = new AbortController();
    const question = { query: 'SELECT version() AS version', parameters: [], readOnly: false, maxRows: 1 };
    const { rows } = await databases.query({ credential, ...question, timeoutMs, signal });
    const version = rows[0]?.version;
    return typeof version === 'string' ? version : null;
  };
}

type SmtpTest = { readonly options: ConnectionOptions; readonly timeoutMs: number };

async function testSmtp(credential: CredentialUse, { options, timeoutMs }: SmtpTest): Promise<null> {
  const signal = AbortSignal.timeout(timeoutMs);
  const { value, address } = await openConnection(credential, ['smtp'], options);
  const ended = Promise.withResolvers<never>();
  ended.promise.catch(() => {});
  signal.addEventListener('abort', () => ended.reject(signal.reason), { once: true });
  try {
    const place = { ...value.fields, address, signal };
    await Promise.race([withSmtpTransport(place, (transport) => transport.verify()), ended.promise]);
  } catch (error) {
    if (!signal.aborted) throw error;
    throw new NodeFailure('email-unreachable', `There was no answer within ${timeoutMs} ms`, { cause: error });
  }
  return null;
}
