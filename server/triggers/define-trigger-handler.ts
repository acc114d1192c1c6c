import type { MailReader } from '#lib/ports/mailbox.ts';
import type { CredentialUse, GuardedFetch } from '#lib/ports/runtime.ts';
import type { AnyTriggerDefinition, TriggerConfigOf } from '#lib/trigger-kit/define-trigger.ts';
import type { EventFiles } from './keep-event-files.ts';

/** A request to the address of a trigger. */
export type HookRequest = {
  readonly method: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** A list for a name that comes several times. */
  readonly query: Readonly<Record<string, string | readonly string[]>>;
  /** The whole address as the sender knows it; undefined for requests of the editor. */
  readonly url?: string | undefined;
  readonly body: Uint8Array;
};
/** A request before its body is read. */
export type HookHead = Omit<HookRequest, 'body'>;
/**
 * What the head of a request proves. `open`: anyone may send it; `proven`: its sender knows the secret;
 * `signed`: the signature covers the body, which is not read yet.
 */
export type Admission = 'open' | 'proven' | 'signed';
export type FoundEvent = {
  readonly event: Readonly<Record<string, unknown>>;
  /** Identifies the event: within a day, those with the same key start one run. */
  readonly key?: string | undefined;
};
/** `answer`: the request is answered with this text and starts nothing, as a service's check of the address. */
export type ReceivedRequest = FoundEvent | EventWithFiles | { readonly answer: string };
export type HookFile = { readonly name: string; readonly mediaType: string; readonly bytes: Uint8Array };
/** An event whose files are stored before it is. */
export type EventWithFiles = Pick<FoundEvent, 'key'> & {
  readonly files: readonly HookFile[];
  /** The event with what stands for these files, in their order. */
  withFiles(values: readonly object[]): FoundEvent['event'];
};
/** The time that was due, and what the trigger remembers of earlier turns. */
export type Turn = { readonly dueAt: Date; readonly now: Date; readonly state: string | null };
export type TimedEvent = FoundEvent & {
  readonly dueAt?: Date;
  /** Why it starts no run; for the history. */
  readonly refusal?: string;
};
export type TurnResult = {
  readonly events: readonly TimedEvent[];
  readonly nextAt: Date | null;
  readonly state?: string | null;
  /** What went wrong, for the page of the trigger. */
  readonly failure?: string;
};
/** A failed run of a published workflow. */
export type FailedRun = {
  readonly runId: string;
  readonly workflowId: string;
  readonly workflowName: string;
  readonly endpoint: string;
  readonly error: unknown;
  readonly inputs: unknown;
  readonly failedAt: Date;
};
export type TurnContext = {
  readonly fetch: GuardedFetch;
  readonly signal: AbortSignal;
  readonly mail: Pick<MailReader, 'read'>;
  /**
   * The credential that fills a slot of the workflow.
   * @throws {Error} when the version does not declare it
   */
  credentialOf(slot: string): CredentialUse;
  /** Where the files of an event go; `key` as that of the event. */
  filesOf(key: string, maxBytes: number): EventFiles;
  /** Oldest first, of these workflows, or of all but that of the trigger. */
  failedRuns(query: { since: Date; workflows: readonly string[]; limit: number }): Promise<readonly FailedRun[]>;
};

/** The code of a kind of trigger. */
export type TriggerHandler<Config> = {
  /**
   * Checks a request before its body is read. Kinds with `receive` have it.
   * @throws {AppError} `method-not-allowed`, `authentication-failed`, `content-type-unsupported`
   */
  admit?(config: Config, head: HookHead, check: { readonly secret: string | undefined; readonly now: Date }): Admission;
  /**
   * What a request brings. Checks signatures.
   * @throws {AppError} `authentication-failed`, `body-invalid`, `content-type-unsupported`
   */
  receive?(
    config: Config,
    request: HookRequest,
    check: { readonly secret: string | undefined; readonly now: Date },
  ): ReceivedRequest | Promise<ReceivedRequest>;
  /** The first time after `after`, for kinds with times. */
  firstAt?(config: Config, after: Date): Date | null;
  /** What a due time brings. Repeatable: an event has the same key in every try. */
  collect?(config: Config, turn: Turn, context: TurnContext): Promise<TurnResult>;
  /** What becomes of an event while a run of the trigger is active. @defaultValue parallel */
  overlapOf?(config: Config): 'skip' | 'queue' | 'parallel';
};

export function defineTriggerHandler<Trigger extends AnyTriggerDefinition>(
  handler: TriggerHandler<TriggerConfigOf<Trigger>>,
): TriggerHandler<TriggerConfigOf<Trigger>> {
  return handler;
}
