import { ApiError } from './api-error.ts';
import type { Contract } from './define-contract.ts';
import { type ClientOptions, send, toApiError } from './send-request.ts';

/** Header of the operations that start something, by which a server knows one that is sent again. */
export const KEY_HEADER = 'idempotency-key';
const KEY_BYTES = 16;
/** Waits before each further try, in milliseconds. */
const RETRY_DELAYS_MS = [200, 800];
/** A server that is just starting or ending, or one behind a proxy that cannot reach it. */
const AWAY_STATUSES: readonly number[] = [502, 503, 504];

/** Whether an operation takes a key, so that it may be sent again without happening twice. */
export function takesKey({ headers }: Contract): boolean {
  return headers !== undefined && KEY_HEADER in headers.shape;
}

/**
 * Sends what may happen once only under a key of its own, and again when no answer came: nobody knows then whether the server got it. A server that knows the key
 * answers as it did, or would have.
 * @throws {ApiError} `connection-failed` when there is no answer to any try; an abort stays what it is
 */
export async function sendOnce(client: ClientOptions, url: string, init: RequestInit): Promise<Response> {
  const keyed = { ...init, headers: { ...(init.headers as Record<string, string>), [KEY_HEADER]: newKey() } };
  for (const delayMs of RETRY_DELAYS_MS) {
    const response = await send(client, url, keyed).catch((error: unknown) => {
      if (error instanceof ApiError) return undefined;
      throw error;
    });
    if (response && !AWAY_STATUSES.includes(response.status)) return response;
    // Read to its end: what is left of an answer would keep the connection.
    if (response) await toApiError(response);
    await pause(delayMs, init.signal);
  }
  return send(client, url, keyed);
}

/** Not `crypto.randomUUID`, which pages have on https and on localhost only. */
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(KEY_BYTES)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Ends early, without a word, when the signal aborts: the next request says so. */
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
