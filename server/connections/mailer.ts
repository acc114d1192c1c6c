import { NodeFailure } from '#lib/errors/node-failure.ts';
import type { Mailer } from '#lib/ports/mailer.ts';
import { maskText } from '../credentials/mask-secrets.ts';
import { type ConnectionOptions, openConnection } from './open-connection.ts';

const CONNECT_MS = 15_000;
const SOCKET_MS = 60_000;

/** Sends mails by the SMTP servers that credentials name. A connection serves one mail. */
export function makeMailer(options: ConnectionOptions): Mailer {
  return {
    async send({ files, ...mail }, { credential, signal }) {
      const { value, address } = await openConnection(credential, ['smtp'], options);
      const { host, port, user, password, tls, from } = value.fields;
      const { createTransport } = await import('nodemailer');
      const transport = createTransport({
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
      const close = () => transport.close();
      signal.addEventListener('abort', close, { once: true });
      try {
        const attachments = files.map(({ name, mediaType, bytes }) => ({
          filename: name,
          contentType: mediaType,
          content: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
        }));
        const sent = await transport.sendMail({
          ...mail,
          to: [...mail.to],
          cc: [...mail.cc],
          bcc: [...mail.bcc],
          from,
          attachments,
        });
        return { messageId: sent.messageId, accepted: sent.accepted.map(textOf), rejected: sent.rejected.map(textOf) };
      } catch (error) {
        throw failureOf(error, { host, port, secrets: password === undefined ? [] : [password] });
      } finally {
        signal.removeEventListener('abort', close);
        transport.close();
      }
    },
  };
}

function textOf(address: string | { readonly address: string }): string {
  return typeof address === 'string' ? address : address.address;
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
