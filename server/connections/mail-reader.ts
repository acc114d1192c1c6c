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
/** Until a folder is open, and until all is read, in milliseconds: a server that sends now and then is not idle. */
const LIMITS: MailReadLimits = { openMs: 60_000, readMs: 600_000 };
/** Of the answer to one command but the content of a part: a million numbers of mails have half of it. */
const MAX_ANSWER_BYTES = 16_000_000;
const MAX_ANSWER_TOKENS = 200_000;
/** Interval of checks of what was received, in milliseconds. */
const COUNT_MS = 100;
/** RFC 3501: numbers of mails have 32 bits. */
const MAX_UID = 2 ** 32 - 1;

/** A server may end an idle connection after half an hour. */
const RENEW_IDLE_MS = 9 * 60_000;

export type MailReadLimits = { readonly openMs: number; readonly readMs: number };
export type MailReaderOptions = ConnectionOptions & { readonly limits?: MailReadLimits };
type Opening = { readonly credential: CredentialUse; readonly folder: string; readonly signal: AbortSignal };
type Opened = { readonly connection: Connection; readonly box: { readonly uidValidity: bigint; readonly uidNext: number } };
/** Rejects when it is broken off, and ends the connection then. */
type Connection = {
  readonly client: ImapFlow;
  readonly broken: Promise<never>;
  breakOff(text: string): void;
  reason(): Error | undefined;
};
type Times = { readonly socketTimeout: number; readonly maxIdleTime?: number; readonly isEnding: boolean };

/** Reads folders of mailboxes over IMAP. A connection serves one look, or all that watch one folder. */
export function makeMailReader({ limits = LIMITS, ...options }: MailReaderOptions): MailReader {
  const watches = new SharedWatches();
  async function withFolder<T>(
    opening: Opening,
    { isEnding, ...times }: Times,
    work: (opened: Opened) => Promise<T>,
  ): Promise<T> {
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
      maxLineLength: MAX_ANSWER_BYTES,
      maxLiteralSize: MAX_ANSWER_BYTES,
      maxResponseSize: MAX_ANSWER_BYTES,
      maxResponseTokens: MAX_ANSWER_TOKENS,
      disableAutoIdle: true,
      connectionTimeout: CONNECT_MS,
      greetingTimeout: CONNECT_MS,
      ...times,
    });
    const connection = breakable(client);
    const close = () => client.close();
    const late = (ms: number, what: string) => () => connection.breakOff(`${what} within ${ms / 1000} s`);
    let limit = setTimeout(late(limits.openMs, 'the folder was not open'), limits.openMs);
    signal.addEventListener('abort', close, { once: true });
    try {
      signal.throwIfAborted();
      const box = await withinAnswer(connection, async () => {
        await client.connect();
        return openFolder(client, folder, [password]);
      });
      clearTimeout(limit);
      if (isEnding) limit = setTimeout(late(limits.readMs, 'not all was read'), limits.readMs);
      return await (isEnding ? Promise.race([work({ connection, box }), connection.broken]) : work({ connection, box }));
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof FolderError) throw error;
      throw failureOf(connection.reason() ?? error, { host, port, secrets: [password] });
    } finally {
      clearTimeout(limit);
      signal.removeEventListener('abort', close);
      client.close();
    }
  }
  return {
    read: (opening, work) =>
      withFolder(opening, { socketTimeout: SOCKET_MS, isEnding: true }, async ({ connection, box }) => {
        const done = await work(folderOf(connection, { uidValidity: String(box.uidValidity), uidNext: box.uidNext }));
        await connection.client.logout().catch(() => {});
        return done;
      }),
    async watch({ credential, folder, ...watcher }) {
      const { value } = await openConnection(credential, ['imap'], options);
      return await watches.join(mailboxKey(value.fields, folder), watcher, (one) => watchFolder({ credential, folder, ...one }));
    },
  };

  function watchFolder({ onMail, ...opening }: Opening & { readonly onMail: () => void }): Promise<WatchEnd> {
    const times = { socketTimeout: RENEW_IDLE_MS + SOCKET_MS, maxIdleTime: RENEW_IDLE_MS, isEnding: false };
    return withFolder<WatchEnd>(opening, times, async ({ connection: { client } }) => {
      if (!client.capabilities.has('IDLE')) return 'unsupported';
      client.on('exists', onMail);
      onMail();
      while (client.usable && !opening.signal.aborted) await client.idle();
      return 'closed';
    });
  }
}

function breakable(client: ImapFlow): Connection {
  const broken = Promise.withResolvers<never>();
  let reason: Error | undefined;
  broken.promise.catch(() => {});
  const onError = (error: Error) => {
    reason ??= error;
    broken.reject(error);
  };
  const breakOff = (text: string) => {
    onError(new Error(text));
    client.close();
  };
  // Without a listener errors would end the process. They say more than those of the commands that they end.
  client.on('error', onError);
  return { client, broken: broken.promise, breakOff, reason: () => reason };
}

/** Breaks off when the server sends too much: the library keeps all rows of an answer, however many there are. */
async function withinAnswer<T>({ client, broken, breakOff }: Connection, command: () => Promise<T>): Promise<T> {
  const before = client.stats().received;
  const counter = setInterval(() => {
    if (client.stats().received - before > MAX_ANSWER_BYTES)
      breakOff(`the server sent more than ${MAX_ANSWER_BYTES} bytes in one answer`);
  }, COUNT_MS);
  try {
    return await Promise.race([command(), broken]);
  } finally {
    clearInterval(counter);
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
    const { uidValidity, uidNext } = await client.mailboxOpen(folder);
    if (!(Number(uidValidity) > 0) || !isUid(uidNext))
      throw new Error(`the server gives no numbers for the mails of '${folder}'`);
    return { uidValidity, uidNext };
  } catch (error) {
    const { responseStatus, responseText } = error as { responseStatus?: string; responseText?: string };
    if (responseStatus === undefined) throw error;
    const said = maskText(responseText ?? responseStatus, secrets);
    throw new FolderError(`The mailbox has no folder '${folder}' that can be opened: ${said}`, { cause: error });
  }
}

async function* chunksOf(connection: Connection, content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const chunks = content[Symbol.asyncIterator]();
  try {
    for (;;) {
      const { done, value } = await withinAnswer(connection, () => chunks.next());
      if (done) return;
      yield value;
    }
  } finally {
    void chunks.return?.();
  }
}

function isUid(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) >= 1 && Number(value) <= MAX_UID;
}

function folderOf(connection: Connection, known: Pick<MailFolder, 'uidValidity' | 'uidNext'>): MailFolder {
  const { client } = connection;
  const byUid = { uid: true } as const;
  async function download(uid: number, part: string, more: object = {}) {
    const { content } = await withinAnswer(connection, () => client.download(String(uid), part, { ...byUid, ...more }));
    if (!content) throw new Error(`The mail ${uid} has no part ${part} any more.`);
    return chunksOf(connection, content);
  }
  return {
    ...known,
    async findAfter(uid, limit) {
      const found = await withinAnswer(connection, () => client.search({ uid: `${uid + 1}:*` }, byUid));
      if (!found) throw new Error('the server refused the search for new mails');
      // `n:*` names the last mail even where its number is lower. After a number that no mail has yet, the mails that
      // get the ones before it would never be read; one that arrived since the folder was opened is read the next time.
      return found
        .filter((one) => one > uid && one < known.uidNext)
        .sort((a, b) => a - b)
        .slice(0, limit);
    },
    async head(uid) {
      const query = { uid: true, flags: true, envelope: true, bodyStructure: true, size: true, internalDate: true };
      const found = await withinAnswer(connection, () => client.fetchOne(String(uid), query, byUid));
      return found ? headOf(found) : undefined;
    },
    async text(uid, part, maxChars) {
      // A character has up to four bytes.
      const content = await download(uid, part, { maxBytes: maxChars * 4 });
      const chunks: Uint8Array[] = [];
      for await (const chunk of content) chunks.push(chunk);
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
