import { setTimeout as wait } from 'node:timers/promises';
import type { z } from 'zod';
import { NodeFailure } from '#lib/errors/node-failure.ts';
import { makeEndpointFetch } from '../fetch/endpoint-fetch.ts';
import { maskText } from '../secrets/mask-text.ts';
import { sentSecrets } from '../secrets/sent-secrets.ts';

export type Endpoint = {
  /** As people know it: `Embedding model 'default'`. */
  readonly label: string;
  readonly base_url: string;
  readonly api_key?: string | undefined;
  readonly timeout_s: number;
};
type Fetch = typeof globalThis.fetch;

/** Further attempts of a request that may succeed later. */
const RETRIES = 2;
const FIRST_PAUSE_MS = 500;
const MAX_ANSWER_BYTES = 200_000_000;
const MAX_REASON_CHARS = 200;

/**
 * Sends JSON to a model endpoint and reads its answer. The administrator chose its address, so it
 * may be inside the network.
 * @throws {NodeFailure} `knowledge-failed`, retryable where a later attempt may succeed
 */
export async function callEndpoint<Schema extends z.ZodType>(
  { label, base_url, api_key, timeout_s }: Endpoint,
  {
    path,
    body,
    schema,
    signal,
    fetch,
  }: { path: string; body: unknown; schema: Schema; signal: AbortSignal; fetch?: Fetch | undefined },
): Promise<z.output<Schema>> {
  const url = new URL(base_url);
  url.pathname = `${url.pathname.replace(/\/$/, '')}/${path}`;
  const headers = { 'content-type': 'application/json', ...(api_key && { authorization: `Bearer ${api_key}` }) };
  const send = makeEndpointFetch(fetch, { timeoutMs: timeout_s * 1000 });
  const attempt = async (): Promise<z.output<Schema>> => {
    const response = await send(url, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
      signal,
    }).catch((cause: unknown) => {
      signal.throwIfAborted();
      throw failure(`The ${label} could not be reached`, { isRetryable: true, cause });
    });
    const text = await readText(response, label, signal);
    if (!response.ok) {
      const isRetryable = response.status === 429 || response.status >= 500;
      throw failure(`The ${label} answered ${response.status}${reasonIn(text, sentSecrets({ headers }))}`, { isRetryable });
    }
    const parsed = schema.safeParse(parseJson(text));
    if (!parsed.success) throw failure(`The ${label} answered something else than its API describes`);
    return parsed.data;
  };
  for (let retry = 0; ; retry++) {
    try {
      return await attempt();
    } catch (error) {
      if (!NodeFailure.is(error) || !error.isRetryable || retry === RETRIES) throw error;
      await wait(FIRST_PAUSE_MS * 2 ** retry, undefined, { signal });
    }
  }
}

async function readText(response: Response, label: string, signal: AbortSignal): Promise<string> {
  const chunks: Uint8Array[] = [];
  let sizeBytes = 0;
  try {
    for await (const chunk of response.body ?? []) {
      sizeBytes += chunk.byteLength;
      if (sizeBytes > MAX_ANSWER_BYTES) throw failure(`The ${label} sent far too much`);
      chunks.push(chunk);
    }
  } catch (cause) {
    signal.throwIfAborted();
    throw NodeFailure.is(cause) ? cause : failure(`The ${label} broke its answer off`, { isRetryable: true, cause });
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** What the server says, without line ends and without the key that it was sent. */
function reasonIn(text: string, secrets: readonly string[]): string {
  const body = parseJson(text) as { error?: { message?: unknown }; message?: unknown } | undefined;
  const message = body?.error?.message ?? body?.message;
  if (typeof message !== 'string') return '';
  return `: ${maskText(message, secrets).replaceAll(/\s+/g, ' ').slice(0, MAX_REASON_CHARS).toWellFormed()}`;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function failure(message: string, { isRetryable = false, cause }: { isRetryable?: boolean; cause?: unknown } = {}) {
  return new NodeFailure('knowledge-failed', message, {
    isRetryable,
    cause,
    hint: 'Check its address, key and model on the page Models, or under knowledge in the config file',
  });
}
