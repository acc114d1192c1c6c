import type { CredentialUse } from './runtime.ts';

export type Mail = {
  readonly to: readonly string[];
  readonly cc: readonly string[];
  readonly bcc: readonly string[];
  readonly replyTo?: string | undefined;
  readonly subject: string;
  readonly text?: string | undefined;
  readonly html?: string | undefined;
  readonly files: readonly { readonly name: string; readonly mediaType: string; readonly bytes: Uint8Array }[];
  /** The `Message-ID`, the same whenever the mail is sent again. */
  readonly messageId: string;
};

/** `rejected`: addresses that the server did not take while it took others. */
export type SentMail = { readonly messageId: string; readonly accepted: readonly string[]; readonly rejected: readonly string[] };

export interface Mailer {
  /**
   * @param options `credential`: of type `smtp`; its value is opened where the connection is made
   * @throws {GuardedFetchError} for a credential or an address
   * @throws {NodeFailure} `email-failed` with the answer of the server; `email-unreachable`, which may succeed on retry
   */
  send(mail: Mail, options: { readonly credential: CredentialUse; readonly signal: AbortSignal }): Promise<SentMail>;
}
