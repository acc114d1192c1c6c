import { GuardedFetchError } from '#lib/errors/guarded-fetch-error.ts';
import type { GuardedFetch } from '#lib/ports/runtime.ts';

/** The longest that a receiver may take to answer, in milliseconds. */
export const ANSWER_LIMIT_MS = 15_000;
const MAX_ANSWER_BYTES = 64 * 1024;

/** Why a receiver did not get a notification, and whether another attempt cannot change that. */
export type NotificationFailure = { readonly reason: string; readonly isFinal: boolean };

type Notification = {
  readonly fetch: GuardedFetch;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON. */
  readonly body: string;
  /** Of the process that ends. */
  readonly closing: AbortSignal;
};

/**
 * Sends a notification to an address that a caller gave, once.
 * @returns undefined if the receiver accepted it
 * @throws when this process ends meanwhile, which is not the receiver's fault: the next process tries again
 */
export async function postNotification({
  fetch,
  url,
  headers,
  body,
  closing,
}: Notification): Promise<NotificationFailure | undefined> {
  try {
    const { status } = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
      maxBytes: MAX_ANSWER_BYTES,
      signal: AbortSignal.any([AbortSignal.timeout(ANSWER_LIMIT_MS), closing]),
    });
    return status >= 200 && status < 300 ? undefined : { reason: `answered ${status}`, isFinal: false };
  } catch (error) {
    if (closing.aborted) throw error;
    // An address that is not allowed now will not be allowed in a minute.
    const isFinal = GuardedFetchError.is(error) && (error.code === 'url-refused' || error.code === 'request-invalid');
    return { reason: error instanceof Error ? error.message : String(error), isFinal };
  }
}
