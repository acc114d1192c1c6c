import type { CredentialSlot } from '../credentials/credential-type.ts';
import type { WorkspaceId } from './run-store.ts';

/** Time as the engine sees it; tests hand in their own. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Milliseconds since any moment, which no change of the system's time moves. Read by `elapsedTime`. */
  elapsed?(): number;
  /** Resolves after `ms`; rejects with the signal's reason when it aborts first. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

/** Makes ids that sort by time: `newId('run')` gives `run_01J…` (a ULID after the prefix). */
export type NewId = (
  prefix:
    | 'run'
    | 'wf'
    | 'call'
    | 'cmd'
    | 'act'
    | 'cred'
    | 'mcp'
    | 'file'
    | 'art'
    | 'up'
    | 'agt'
    | 'evt'
    | 'kb'
    | 'doc'
    | 'chk'
    | 'src'
    | 'kq'
    | 'ses'
    | 'mu'
    | 'mem'
    | 'a2a'
    | 'task',
) => string;

/**
 * `fetch` for addresses that people or models chose: every address and redirect is checked before a
 * socket opens.
 * @throws {GuardedFetchError} code `url-refused` when an address is not allowed,
 * `response-too-large`, `too-many-redirects`, `connection-failed`
 */
export type GuardedFetch = (url: string, init?: GuardedFetchInit) => Promise<GuardedResponse>;
export type GuardedFetchInit = {
  method?: string;
  headers?: Readonly<Record<string, string>>;
  body?: string | Uint8Array;
  signal?: AbortSignal;
  /** @defaultValue 10 MiB */
  maxBytes?: number;
  /**
   * Nothing else is reached, by a redirect neither: as `isOnGrantedHost` reads them.
   * @defaultValue any host
   */
  onlyHosts?: readonly string[];
  /** Added where the request leaves. */
  credential?: CredentialUse;
};
/** Which credential a request carries. Its value is known only where the request leaves. */
export type CredentialUse = SlotUse | StoredCredentialUse;
/** The credential that fills a slot of a workflow. */
export type SlotUse = {
  readonly workspaceId: WorkspaceId;
  /** Undefined for a document that is not saved: its slots are filled by the credentials of the same names. */
  readonly workflowId: string | undefined;
  readonly slot: string;
  readonly declared: CredentialSlot;
};
/** A credential that a setting of the workspace names, such as one of a model or a server: sent to its own hosts. */
export type StoredCredentialUse = {
  readonly workspaceId: WorkspaceId;
  readonly credentialId: string;
};
export type GuardedResponse = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** After redirects. */
  readonly url: string;
  readonly body: Uint8Array;
};
