import type { ConnectionFields } from '#lib/credentials/credential-type.ts';
import { NodeFailure } from '#lib/errors/node-failure.ts';
import { maskText } from '../credentials/mask-secrets.ts';

const CONNECT_MS = 15_000;
const SOCKET_MS = 60_000;
/** Of one use: a server that sends a byte now and then is not idle. */
const LIMIT_MS = 300_000;

type Place = ConnectionFields['smtp'] & {
  readonly address: string;
  readonly signal: AbortSignal;
  /** @defaultValue 300,000 */
  readonly limitMs?: number | undefined;
};
type Transport = Awaited<ReturnType<typeof makeTransport>>;

/**
 * Connects to an SMTP server for one use. Mails are sent with the `signal` of `use`, which aborts at the time
 * limit, too: `close` of the transport does not end a mail in progress.
 * @throws {NodeFailure} `email-failed`, `email-unreachable`
 */
export async function withSmtpTransport<Result>(
  place: Place,
  use: (transport: Transport, signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const { host, port, password, signal, limitMs = LIMIT_MS } = place;
  const transport = await makeTransport(place);
  const late = new AbortController();
  const isLate = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    const error = Object.assign(new Error(`not done within ${limitMs / 1000} s`), { code: 'ETIMEDOUT' });
    isLate.reject(error);
    late.abort(error);
  }, limitMs);
  try {
    signal.throwIfAborted();
    return await Promise.race([use(transport, AbortSignal.any([signal, late.signal])), isLate.promise]);
  } catch (error) {
    signal.throwIfAborted();
    throw failureOf(error, { host, port, secrets: password === undefined ? [] : [password] });
  } finally {
    clearTimeout(timer);
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
