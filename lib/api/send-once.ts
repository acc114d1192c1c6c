import { randomKey } from '../text/random-key.ts';
import { ApiError } from './api-error.ts';
import type { Contract } from './define-contract.ts';
import { type ClientOptions, send, toApiError } from './send-request.ts';

/** Header with which a server recognizes a repeated request. */
export const KEY_HEADER = 'idempotency-key';
/** Delay before each retry, in milliseconds. */
const RETRY_DELAYS_MS = [200, 800];
/** The server is starting or stopping, or a proxy cannot reach it. */
const AWAY_STATUSES: readonly number[] = [502, 503, 504];

/** Whether an operation accepts an idempotency key, and so can be retried safely. */
export function takesKey({ headers }: Contract): boolean {
  return headers !== undefined && KEY_HEADER in headers.shape;
}

/**
 * Sends a request with an idempotency key and retries it without a response: the server may or may
 * not have received it, and returns the same result for the same key.
 * @throws {ApiError} `connection-failed` if no attempt gets a response; rethrows an abort
 */
export async function sendOnce(client: ClientOptions, url: string, init: RequestInit): Promise<Response> {
  const keyed = { ...init, headers: { ...(init.headers as Record<string, string>), [KEY_HEADER]: randomKey() } };
  for (const delayMs of RETRY_DELAYS_MS) {
    const response = await send(client, url, keyed).catch((error: unknown) => {
      if (error instanceof ApiError) return undefined;
      throw error;
    });
    if (response && !AWAY_STATUSES.includes(response.status)) return response;
    // Read to its end: an unread body would keep the connection busy.
    if (response) await toApiError(response);
    await pause(delayMs, init.signal);
  }
  return send(client, url, keyed);
}

/** Resolves early when the signal aborts; the next request then rejects. */
function pause(delayMs: number, signal: AbortSignal | null | undefined): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, delayMs);
    signal?.addEventListener(
      'abort',
      () => {
        clearTimeout(timer);
        resolve();
      },
      { once: true },
    );
  });
}
