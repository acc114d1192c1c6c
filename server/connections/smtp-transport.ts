import type { ConnectionFields } from '#lib/credentials/credential-type.ts';
import { NodeFailure } from '#lib/errors/node-failure.ts';
import { maskText } from '../credentials/mask-secrets.ts';

const CONNECT_MS = 15_000;
const SOCKET_MS = 60_000;

type Place = ConnectionFields['smtp'] & { readonly address: string; readonly signal: AbortSignal };
type Transport = Awaited<ReturnType<typeof makeTransport>>;

/**
 * Connects to an SMTP server for one use. A mail in progress ends on abort only if it is sent with `signal`:
 * `close` of the transport does not end it.
 * @throws {NodeFailure} `email-failed`, `email-unreachable`
 */
export async function withSmtpTransport<Result>(place: Place, use: (transport: Transport) => Promise<Result>): Promise<Result> {
  const { host, port, password, signal } = place;
  const transport = await makeTransport(place);
  try {
    signal.throwIfAborted();
    return await use(transport);
  } catch (error) {
    signal.throwIfAborted();
    throw failureOf(error, { host, port, secrets: password === undefined ? [] : [password] });
  } finally {
    transport.close();
  }
}

async function makeTransport({ address, host, port, user, password, tls }: Place) {
  const { createTransport } = await import('nodemailer');
  return createTransport({
    host: address,
    port,
    secure: tls === 'tls',
    requireTLS: tls === 'starttls',
    ignoreTLS: tls === 'off',
    tls: { servername: host },
    ...(user !== undefined && { auth: { user, pass: password ?? '' } }),
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SOCKET_MS,
    // Contents come with the mail: no text of it makes the server read a file or an address.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

/** Of a connection that was never made, or was lost before the mail was taken. */
const UNREACHABLE = new Set(['ECONNECTION', 'ETIMEDOUT', 'ESOCKET', 'EDNS', 'ECONNREFUSED', 'ECONNRESET']);

function failureOf(
  error: unknown,
  { host, port, secrets }: { host: string; port: number; secrets: readonly string[] },
): NodeFailure {
  const { code, message, responseCode } = error as { code?: string; message?: string; responseCode?: number };
  const text = maskText(String(message ?? error), secrets);
  if (code !== undefined && UNREACHABLE.has(code) && responseCode === undefined)
    return new NodeFailure('email-unreachable', `${host}:${port} cannot be reached: ${text}`, {
      isRetryable: true,
      path: 'config.credential',
      cause: error,
    });
  // 4xx: the server asks to try again later.
  const isRetryable = responseCode !== undefined && responseCode >= 400 && responseCode < 500;
  return new NodeFailure('email-failed', `The mail server answered: ${text}`, { isRetryable, cause: error });
}
