import { gzipSync } from 'node:zlib';
import { z } from 'zod';
import { readBeginning } from '../../fetch/endpoint-fetch.ts';
import { maskText } from '../../secrets/mask-text.ts';
import type { OtlpSettings } from './otlp-settings.ts';

/** Result of one request. `away` may be retried, `refused` must not. */
export type Sending =
  | { readonly outcome: 'sent'; readonly rejectedSpans: number }
  | { readonly outcome: 'away'; readonly problem: string; readonly retryAfterMs?: number }
  | { readonly outcome: 'refused'; readonly problem: string };

/** @see https://opentelemetry.io/docs/specs/otlp/#retryable-response-codes */
const RETRYABLE: readonly number[] = [429, 502, 503, 504];
const MAX_ANSWER_CHARS = 500;
const MAX_ANSWER_BYTES = 100_000;
const answerSchema = z.object({
  partialSuccess: z
    .object({ rejectedSpans: z.coerce.number().catch(0) })
    .partial()
    .optional(),
});

export type SendSpans = (body: string, signal: AbortSignal) => Promise<Sending>;

/** Sends one request with spans to a receiver. Never throws: errors are in the result. */
export function makeSendSpans(settings: OtlpSettings, fetch: typeof globalThis.fetch): SendSpans {
  const headers = {
    ...settings.headers,
    'content-type': 'application/json',
    ...(settings.isCompressed && { 'content-encoding': 'gzip' }),
  };
  return async (text, signal) => {
    const body = settings.isCompressed ? gzipSync(text) : text;
    try {
      const response = await fetch(settings.url, {
        method: 'POST',
        headers,
        body,
        signal: AbortSignal.any([signal, AbortSignal.timeout(settings.timeoutMs)]),
      });
      const answer = await readBeginning(response, MAX_ANSWER_BYTES);
      return sendingOf(response, maskText(answer, Object.values(settings.headers)));
    } catch (error) {
      const { message, cause } = error as Error;
      return { outcome: 'away', problem: cause instanceof Error ? `${message}: ${cause.message}` : message };
    }
  };
}

function sendingOf({ status, ok, headers }: Response, text: string): Sending {
  if (ok) return { outcome: 'sent', rejectedSpans: rejectedIn(text) };
  const problem = `its receiver answered ${status}: ${text.slice(0, MAX_ANSWER_CHARS)}`;
  if (!RETRYABLE.includes(status)) return { outcome: 'refused', problem };
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  return { outcome: 'away', problem, ...(Number.isFinite(seconds) && seconds >= 0 && { retryAfterMs: seconds * 1000 }) };
}

/** Not every receiver answers with JSON. */
function rejectedIn(text: string): number {
  try {
    return answerSchema.parse(JSON.parse(text)).partialSuccess?.rejectedSpans ?? 0;
  } catch {
    return 0;
  }
}
