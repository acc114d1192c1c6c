import type { CredentialUse } from './runtime.ts';

export type MailAddress = { readonly name: string; readonly address: string };
/** A part of a mail that is a file. */
export type MailPart = { readonly part: string; readonly name: string; readonly mediaType: string };
/** A mail without its contents. */
export type MailHead = {
  readonly uid: number;
  readonly sizeBytes: number;
  readonly isSeen: boolean;
  readonly from: readonly MailAddress[];
  readonly to: readonly MailAddress[];
  readonly cc: readonly MailAddress[];
  readonly replyTo: readonly MailAddress[];
  readonly subject: string;
  readonly messageId: string | null;
  readonly inReplyTo: string | null;
  readonly sentAt: Date | null;
  /** When the server got it. */
  readonly receivedAt: Date | null;
  /** Part numbers of the plain text and of the HTML. */
  readonly textPart: string | null;
  readonly htmlPart: string | null;
  readonly files: readonly MailPart[];
};

/** An open folder of a mailbox. */
export interface MailFolder {
  /** Another one means that the server has numbered its mails anew. */
  readonly uidValidity: string;
  /** The number that the next mail gets. */
  readonly uidNext: number;
  /** Numbers of the mails after `uid`, lowest first. */
  findAfter(uid: number, limit: number): Promise<readonly number[]>;
  /** Undefined for a mail that is gone. */
  head(uid: number): Promise<MailHead | undefined>;
  /** The text of a part in its charset. */
  text(uid: number, part: string, maxChars: number): Promise<{ readonly text: string; readonly isCut: boolean }>;
  /** The decoded content of a part. */
  content(uid: number, part: string): Promise<AsyncIterable<Uint8Array>>;
  markSeen(uid: number): Promise<void>;
}

/** `unsupported`: the server announces no mails. */
export type WatchEnd = 'closed' | 'unsupported';

export interface MailReader {
  /**
   * Keeps a folder open, and calls `onMail` when it is, and whenever the server announces mails (IDLE, RFC 2177).
   * Resolves when the connection is closed, by the server or by `signal`. Several that watch one folder of one account
   * share a connection.
   * @throws as `read`
   */
  watch(options: {
    readonly credential: CredentialUse;
    readonly folder: string;
    readonly signal: AbortSignal;
    readonly onMail: () => void;
  }): Promise<WatchEnd>;

  /**
   * Opens a folder, and closes the connection when `work` is done.
   * @param options `credential`: of type `imap`; its value is opened where the connection is made
   * @throws {GuardedFetchError} for a credential or an address
   * @throws {Error} with the answer of the server, without secrets
   */
  read<T>(
    options: { readonly credential: CredentialUse; readonly folder: string; readonly signal: AbortSignal },
    work: (folder: MailFolder) => Promise<T>,
  ): Promise<T>;
}
