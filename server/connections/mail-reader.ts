import { createHash } from 'node:crypto';
import type { FetchMessageObject, ImapFlow, MessageStructureObject } from 'imapflow';
import { NodeFailure } from '#lib/errors/node-failure.ts';
import type { MailAddress, MailFolder, MailHead, MailPart, MailReader, WatchEnd } from '#lib/ports/mailbox.ts';
import type { CredentialUse } from '#lib/ports/runtime.ts';
import { maskText } from '../credentials/mask-secrets.ts';
import { type ConnectionOptions, openConnection } from './open-connection.ts';
import { SharedWatches } from './shared-watches.ts';

const CONNECT_MS = 15_000;
const SOCKET_MS = 60_000;
const MAX_PARTS = 200;

/** A server may end an idle connection after half an hour. */
const RENEW_IDLE_MS = 9 * 60_000;

type Opening = { readonly credential: CredentialUse; readonly folder: string; readonly signal: AbortSignal };
type Opened = { readonly client: ImapFlow; readonly box: { readonly uidValidity: bigint; readonly uidNext: number } };
type Times = { readonly socketTimeout: number; readonly maxIdleTime?: number };

/** Reads folders of mailboxes over IMAP. A connection serves one look, or all that watch one folder. */
export function makeMailReader(options: ConnectionOptions): MailReader {
  const watches = new SharedWatches();
  async function withFolder<T>(opening: Opening, times: Times, work: (opened: Opened) => Promise<T>): Promise<T> {
    const { credential, folder, signal } = opening;
    const { value, address } = await openConnection(credential, ['imap'], options);
    const { host, port, user, password, tls } = value.fields;
    const { ImapFlow: Client } = await import('imapflow');
    const client = new Client({
      host: address,
      port,
      servername: host,
      secure: tls === 'tls',
      doSTARTTLS: tls === 'starttls',
      tls: { servername: host },
      auth: { user, pass: password },
      logger: false,
      disableAutoIdle: true,
      connectionTimeout: CONNECT_MS,
      greetingTimeout: CONNECT_MS,
      ...times,
    });
    const close = () => client.close();
    // Failures reach the command that is open; without a listener they would end the process.
    client.on('error', () => {});
    signal.addEventListener('abort', close, { once: true });
    try {
      signal.throwIfAborted();
      await client.connect();
      const box = await openFolder(client, folder, [password]);
      return await work({ client, box });
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof FolderError) throw error;
      throw failureOf(error, { host, port, secrets: [password] });
    } finally {
      signal.removeEventListener('abort', close);
      client.close();
    }
  }
  return {
    read: (opening, work) =>
      withFolder(opening, { socketTimeout: SOCKET_MS }, async ({ client, box }) => {
        const done = await work(folderOf(client, { uidValidity: String(box.uidValidity), uidNext: box.uidNext }));
        await client.logout().catch(() => {});
        return done;
      }),
    async watch({ credential, folder, ...watcher }) {
      const { value } = await openConnection(credential, ['imap'], options);
      return await watches.join(mailboxKey(value.fields, folder), watcher, (one) => watchFolder({ credential, folder, ...one }));
    },
  };

  function watchFolder({ onMail, ...opening }: Opening & { readonly onMail: () => void }): Promise<WatchEnd> {
    const times = { socketTimeout: RENEW_IDLE_MS + SOCKET_MS, maxIdleTime: RENEW_IDLE_MS };
    return withFolder<WatchEnd>(opening, times, async ({ client }) => {
      if (!client.capabilities.has('IDLE')) return 'unsupported';
      client.on('exists', onMail);
      onMail();
      while (client.usable && !opening.signal.aborted) await client.idle();
      return 'closed';
    });
  }
}

/** The same for triggers that watch one folder of one account, with a hash for the secrets in it. */
function mailboxKey(fields: object, folder: string): string {
  return createHash('sha256')
    .update(JSON.stringify([fields, folder]))
    .digest('base64url');
}

/** The server has no such folder, or does not open it. */
class FolderError extends Error {}

async function openFolder(client: ImapFlow, folder: string, secrets: readonly string[]) {
  try {
    return await client.mailboxOpen(folder);
  } catch (error) {
    const { responseStatus, responseText } = error as { responseStatus?: string; responseText?: string };
    if (responseStatus === undefined) throw error;
    const said = maskText(responseText ?? responseStatus, secrets);
    throw new FolderError(`The mailbox has no folder '${folder}' that can be opened: ${said}`, { cause: error });
  }
}

function folderOf(client: ImapFlow, known: Pick<MailFolder, 'uidValidity' | 'uidNext'>): MailFolder {
  const byUid = { uid: true } as const;
  async function download(uid: number, part: string, more: object = {}) {
    const { content } = await client.download(String(uid), part, { ...byUid, ...more });
    if (!content) throw new Error(`The mail ${uid} has no part ${part} any more.`);
    return content;
  }
  return {
    ...known,
    async findAfter(uid, limit) {
      const found = (await client.search({ uid: `${uid + 1}:*` }, byUid)) || [];
      // `n:*` names the last mail even where its number is lower.
      return found
        .filter((one) => one > uid)
        .sort((a, b) => a - b)
        .slice(0, limit);
    },
    async head(uid) {
      const query = { uid: true, flags: true, envelope: true, bodyStructure: true, size: true, internalDate: true };
      const found = await client.fetchOne(String(uid), query, byUid);
      return found ? headOf(found) : undefined;
    },
    async text(uid, part, maxChars) {
      // A character has up to four bytes.
      const content = await download(uid, part, { maxBytes: maxChars * 4 });
      const chunks: Buffer[] = [];
      for await (const chunk of content) chunks.push(chunk as Buffer);
      const text = Buffer.concat(chunks).toString('utf8');
      return { text: text.slice(0, maxChars).toWellFormed(), isCut: text.length > maxChars };
    },
    content: (uid, part) => download(uid, part, { decodeText: false }),
    async markSeen(uid) {
      await client.messageFlagsAdd(String(uid), ['\\Seen'], byUid);
    },
  };
}

function headOf({ uid, size = 0, flags, envelope = {}, bodyStructure, internalDate }: FetchMessageObject): MailHead {
  const parts = bodyStructure ? leavesOf(bodyStructure).slice(0, MAX_PARTS) : [];
  const isFile = (part: MessageStructureObject) =>
    part.disposition?.toLowerCase() === 'attachment' || fileNameOf(part) !== undefined;
  const textOf = (type: string) => parts.find((part) => part.type === type && !isFile(part));
  const [text, html] = [textOf('text/plain'), textOf('text/html')];
  return {
    uid,
    sizeBytes: size,
    isSeen: flags?.has('\\Seen') === true,
    from: addressesOf(envelope.from),
    to: addressesOf(envelope.to),
    cc: addressesOf(envelope.cc),
    replyTo: addressesOf(envelope.replyTo),
    subject: envelope.subject ?? '',
    messageId: envelope.messageId ?? null,
    inReplyTo: envelope.inReplyTo ?? null,
    sentAt: dateOf(envelope.date),
    receivedAt: dateOf(internalDate),
    textPart: text ? partOf(text) : null,
    htmlPart: html ? partOf(html) : null,
    files: parts.filter((part) => part !== text && part !== html).map(toFile),
  };
}

/** Parts without parts in them. A mail inside a mail is one file. */
function leavesOf(part: MessageStructureObject): MessageStructureObject[] {
  if (part.type === 'message/rfc822' || !part.childNodes?.length) return [part];
  return part.childNodes.flatMap(leavesOf);
}

/** A mail that is one part has the number 1. */
function partOf({ part }: MessageStructureObject): string {
  return part ?? '1';
}

function fileNameOf({ dispositionParameters, parameters }: MessageStructureObject): string | undefined {
  return dispositionParameters?.filename ?? parameters?.name;
}

function toFile(part: MessageStructureObject, index: number): MailPart {
  return { part: partOf(part), name: fileNameOf(part) ?? `part-${index + 1}`, mediaType: part.type };
}

function addressesOf(list: readonly { name?: string | undefined; address?: string | undefined }[] | undefined): MailAddress[] {
  return (list ?? []).flatMap(({ name = '', address }) => (address === undefined ? [] : [{ name, address }]));
}

function dateOf(value: Date | string | undefined): Date | null {
  const date = value === undefined ? undefined : new Date(value);
  return date === undefined || Number.isNaN(date.getTime()) ? null : date;
}

type Place = { readonly host: string; readonly port: number; readonly secrets: readonly string[] };

function failureOf(error: unknown, { host, port, secrets }: Place): NodeFailure {
  const { message, responseText, authenticationFailed } = error as {
    message?: string;
    responseText?: string;
    authenticationFailed?: boolean;
  };
  const said = maskText(responseText ?? String(message ?? error), secrets);
  if (authenticationFailed)
    return new NodeFailure('email-failed', `${host}:${port} refused user and password: ${said}`, { cause: error });
  return new NodeFailure('email-failed', `The mailbox at ${host}:${port} could not be read: ${said}`, { cause: error });
}
