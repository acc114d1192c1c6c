import { NodeFailure } from '#lib/errors/node-failure.ts';
import type { ConfigOf } from '#lib/node-kit/define-node.ts';
import type { Mail } from '#lib/ports/mailer.ts';
import email from '#nodes/email/email.node.ts';
import { readFileValue } from '../code/read-file-value.ts';
import { defineExecutor, type ExecutorContext } from '../contract/define-executor.ts';
import { connectionFailure } from '../http/connection-failure.ts';

const MAX_FILES_BYTES = 20 * 1024 * 1024;

type Config = ConfigOf<typeof email>;

export default defineExecutor(email, async ({ config, context }) => {
  const { mail } = context.tools;
  if (!mail)
    throw new NodeFailure('email-missing', 'No mail server can be reached here', { hint: 'Run the workflow on a server' });
  const { subject, text, html, replyTo } = config;
  const credential = context.credentialOf(config.credential, 'config.credential');
  const to = addressesOf(config.to, 'config.to');
  if (to.length === 0) throw new NodeFailure('email-address-invalid', 'The email has no recipient', { path: 'config.to' });
  if (!text && !html) throw new NodeFailure('email-empty', 'The email has neither text nor HTML', { path: 'config.text' });
  const message = {
    to,
    cc: addressesOf(config.cc ?? [], 'config.cc'),
    bcc: addressesOf(config.bcc ?? [], 'config.bcc'),
    replyTo: replyTo === undefined ? undefined : addressesOf(replyTo, 'config.replyTo')[0],
    subject,
    text,
    html,
    files: await filesOf(config, context),
  };
  const effect = { key: 'send', kind: 'tool', name: `email to ${to.join(', ').slice(0, 200)}`, effects: 'write' } as const;
  const sent = await context.effect(
    { ...effect, fromPerson: (value) => ({ messageId: String(value), accepted: to, rejected: [] }) },
    (call) =>
      mail
        .send({ ...message, messageId: `<${call.idempotencyKey}@threadloom>` }, { credential, signal: context.signal })
        .catch((error: unknown) => {
          throw connectionFailure(error, 'config.to', context.signal);
        }),
  );
  return { out: sent };
});

/** Addresses with or without a name. A line break would begin a header of its own. */
function addressesOf(value: string | readonly string[], path: string): string[] {
  const texts = (typeof value === 'string' ? value.split(/[,;]/) : value)
    .map((text) => text.trim())
    .filter((text) => text !== '');
  const wrong = texts.find((text) => !/^(?:[^<>\r\n]{0,200}<)?[^\s<>@]{1,200}@[^\s<>@]{1,200}>?$/.test(text));
  if (wrong === undefined) return texts;
  throw new NodeFailure('email-address-invalid', `'${wrong.slice(0, 200)}' is not an email address`, {
    path,
    hint: 'Write ada@example.com, or Ada <ada@example.com>',
  });
}

async function filesOf({ files = [] }: Config, context: ExecutorContext): Promise<Mail['files']> {
  const read: Mail['files'][number][] = [];
  let bytes = 0;
  for (const [index, value] of [files].flat().entries()) {
    const path = `config.files[${index}]`;
    const file = await readFileValue(value, context).catch((error: unknown) => {
      throw NodeFailure.is(error) ? error.inField(path) : error;
    });
    if (!file)
      throw new NodeFailure('email-file-invalid', 'The value is no file', {
        path,
        hint: 'Give a file input, a file that another node wrote, or the path of a workspace file',
      });
    bytes += file.bytes.byteLength;
    if (bytes > MAX_FILES_BYTES)
      throw new NodeFailure('email-file-invalid', `The attachments have more than ${MAX_FILES_BYTES} bytes`, {
        path,
        hint: 'Send a link to them instead',
      });
    read.push({ name: file.name, mediaType: file.mediaType, bytes: file.bytes });
  }
  return read;
}
