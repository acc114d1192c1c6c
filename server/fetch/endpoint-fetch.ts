type Fetch = typeof globalThis.fetch;

/** Until an endpoint has answered in full, in milliseconds, where its caller sets no limit of its own. */
const TIMEOUT_MS = 120_000;

/**
 * The fetch for endpoints that the administrator chose: search, embeddings, rerankers, receivers of traces, buckets.
 * They may be inside the network, so no address is judged; but a redirect, which their server chooses, is an answer
 * (3xx) and never followed: it would reach other machines of the network, with the key and what was sent.
 * @param fetch that of a test. @defaultValue the platform's
 */
export function makeEndpointFetch(fetch: Fetch = globalThis.fetch, { timeoutMs = TIMEOUT_MS } = {}): Fetch {
  return (input, init) => {
    const signal = init?.signal ?? (input instanceof Request ? input.signal : undefined);
    const limit = AbortSignal.timeout(timeoutMs);
    return fetch(input, { ...init, redirect: 'manual', signal: signal ? AbortSignal.any([signal, limit]) : limit });
  };
}

/** The text of an answer; of a longer one its beginning, without reading on. */
export async function readBeginning(response: Response, maxBytes: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let sizeBytes = 0;
  for await (const chunk of response.body ?? []) {
    chunks.push(chunk.subarray(0, maxBytes - sizeBytes));
    sizeBytes += chunk.byteLength;
    if (sizeBytes >= maxBytes) break;
  }
  return Buffer.concat(chunks).toString('utf8');
}
