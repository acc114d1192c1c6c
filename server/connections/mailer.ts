import type { Mailer } from '#lib/ports/mailer.ts';
import { type ConnectionOptions, openConnection } from './open-connection.ts';
import { withSmtpTransport } from './smtp-transport.ts';

/** Sends mails by the SMTP servers that credentials name. A connection serves one mail. */
export function makeMailer({ limitMs, ...options }: ConnectionOptions & { readonly limitMs?: number }): Mailer {
  return {
    async send({ files, ...mail }, { credential, signal }) {
      const { value, address } = await openConnection(credential, ['smtp'], options);
      return withSmtpTransport({ ...value.fields, address, signal, limitMs }, async (transport, untilLate) => {
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
          from: value.fields.from,
          attachments,
          signal: untilLate,
        });
        return { messageId: sent.messageId, accepted: sent.accepted.map(textOf), rejected: sent.rejected.map(textOf) };
      });
    },
  };
}

function textOf(address: string | { readonly address: string }): string {
  return typeof address === 'string' ? address : address.address;
}
