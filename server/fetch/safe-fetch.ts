import { Agent } from 'undici';
import { GuardedFetchError } from '#lib/errors/guarded-fetch-error.ts';
import type { GuardedFetch, GuardedFetchInit, GuardedResponse } from '#lib/ports/runtime.ts';
import { isOnGrantedHost } from '#lib/tools/granted-hosts.ts';
import { shownUrl } from '#lib/tools/request-rules.ts';
import { checkUrl, hostAndPortOf, isPublicAddress, parseAllowedHosts, refusedPrivate } from './address-rules.ts';
import { makeGuardedLookup, PrivateAddressError, type Resolve, resolveWithSystem } from './guarded-lookup.ts';
import { followRedirect, type GuardedRequest, parseRequest, readHeaders, textOfHeader } from './guarded-request.ts';
import { type Answer, sendOnce, streamOf } from './send-once.ts';
import { UnpackError } from './unpack-body.ts';

const MAX_REDIRECTS = 5;
const DEFAULT_MAX_BYTES = 10 * 1024 * 1024;
const CONNECT_TIMEOUT_MS = 10_000;
const TOTAL_TIMEOUT_MS = 300_000;
const CONNECTIONS_PER_ORIGIN = 100;
const REDIRECT_STATUSES = [301, 302, 303, 307, 308];

export type SafeFetchOptions = {
  /**
   * Exact `host:port` pairs that may be private, as the administrator wrote them. A function: they
   * may change while the process runs.
   */
  readonly allowedPrivateHosts: readonly string[] | (() => readonly string[]);
  /** Called before a private host is refused; true if the allowed hosts have changed since. @defaultValue never */
  readonly refreshAllowed?: () => Promise<boolean>;
  /** @defaultValue the system's resolver */
  readonly resolve?: Resolve;
  readonly connectTimeoutMs?: number;
  /** From the call to the last byte, redirects included. @defaultValue 300,000 */
  readonly totalTimeoutMs?: number;
};

/** The answer of a request as it arrives. */
export type StreamedResponse = {
  readonly status: number;
  /** As `GuardedResponse.headers`. */
  readonly headers: Readonly<Record<string, string>>;
  readonly url: string;
  readonly body: ReadableStream<Uint8Array> | null;
};

/**
 * As `GuardedFetch`, for protocols that stream their answers. The time limit ends with the headers:
 * the caller bounds the body by its own signal, and counts its bytes.
 */
export type GuardedStream = (url: string, init?: Omit<GuardedFetchInit, 'maxBytes' | 'credential'>) => Promise<StreamedResponse>;

export type SafeFetch = GuardedFetch & {
  readonly stream: GuardedStream;
  /** Closes the sockets kept for further requests. */
  close(): Promise<void>;
};

/**
 * A fetch for addresses that users or models chose. Only public http and https addresses are
 * reached, and the private hosts that the administrator listed by host and port; every redirect is
 * judged again, and the address judged is the address connected to.
 * @throws {AppError} `config-invalid` for a bad entry of `allowedPrivateHosts`
 */
export function makeSafeFetch(options: SafeFetchOptions): SafeFetch {
  const readAllowedHosts = memoizeAllowedHosts(options.allowedPrivateHosts);
  const { resolve = resolveWithSystem, connectTimeoutMs = CONNECT_TIMEOUT_MS, totalTimeoutMs = TOTAL_TIMEOUT_MS } = options;
  const makeAgent = (isAllowed: (address: string) => boolean) =>
    new Agent({
      connections: CONNECTIONS_PER_ORIGIN,
      headersTimeout: totalTimeoutMs,
      bodyTimeout: totalTimeoutMs,
      connect: { timeout: connectTimeoutMs, lookup: makeGuardedLookup(resolve, isAllowed) },
    });
  const publicAgent = makeAgent(isPublicAddress);
  // Apart from the other, since a socket kept open to an allowed host may not serve a request that
  // is not allowed there.
  const allowedAgent = makeAgent(() => true);

  const attempt = async (url: URL, request: GuardedRequest, signal: AbortSignal): Promise<Answer> => {
    const isPrivateAllowed = readAllowedHosts().has(hostAndPortOf(url));
    checkUrl(url, isPrivateAllowed);
    try {
      return await sendOnce(url, request, { dispatcher: isPrivateAllowed ? allowedAgent : publicAgent, signal });
    } catch (error) {
      const found = findCause(error, (cause) => cause instanceof PrivateAddressError);
      throw found instanceof PrivateAddressError ? refusedPrivate(url, found.reason, error) : error;
    }
  };
  const send: Hop['send'] = async (url, request, signal) => {
    try {
      return await attempt(url, request, signal);
    } catch (error) {
      // Nothing was sent yet. Another process may have just allowed the host.
      const mayBeAllowed = GuardedFetchError.is(error) && error.privateHost !== undefined && (await options.refreshAllowed?.());
      if (!mayBeAllowed) throw error;
      return attempt(url, request, signal);
    }
  };

  const safeFetch: GuardedFetch = (url, init = {}) =>
    withDeadline(url, init, totalTimeoutMs, async (signal) => {
      const { answer, url: at } = await followAll(url, init, { send, signal });
      return readAnswer(answer, at, init.maxBytes ?? DEFAULT_MAX_BYTES);
    });
  const stream: GuardedStream = (url, init = {}) =>
    withDeadline(url, init, totalTimeoutMs, async (signal) => {
      const { answer, url: at } = await followAll(url, init, { send, signal });
      return { status: answer.status, headers: readHeaders(answer.headers), url: at.href, body: streamOf(answer) };
    });
  return Object.assign(safeFetch, {
    stream,
    close: async () => void (await Promise.all([publicAgent.close(), allowedAgent.close()])),
  });
}

/** Parsed again only when the list is another one. */
function memoizeAllowedHosts(hosts: SafeFetchOptions['allowedPrivateHosts']): () => ReadonlySet<string> {
  const read = typeof hosts === 'function' ? hosts : () => hosts;
  let known = read();
  let parsed = parseAllowedHosts(known);
  return () => {
    const current = read();
    if (current !== known) [known, parsed] = [current, parseAllowedHosts(current)];
    return parsed;
  };
}

type Hop = { send: (url: URL, request: GuardedRequest, signal: AbortSignal) => Promise<Answer>; signal: AbortSignal };

/** The first answer that is no redirect to be followed, and where it came from. */
async function followAll(
  text: string,
  init: GuardedFetchInit,
  { send, signal }: Hop,
): Promise<{ readonly answer: Answer; readonly url: URL }> {
  let url = parseUrl(text);
  let request = parseRequest(init);
  for (let hops = 0; ; hops++) {
    if (init.onlyHosts && !isOnGrantedHost(url, init.onlyHosts)) throw notGranted(url, init.onlyHosts);
    const answer = await send(url, request, signal);
    const to = targetOf(answer, url);
    const next = to && followRedirect(request, { status: answer.status, from: url, to });
    // What changes something goes where it was sent and nowhere else: the caller gets the answer
    // that wanted it elsewhere.
    const leavesItsSite = next !== undefined && !['GET', 'HEAD'].includes(next.method) && to?.origin !== url.origin;
    if (!to || !next || leavesItsSite) return { answer, url };
    await answer.discard();
    if (hops === MAX_REDIRECTS)
      throw new GuardedFetchError(
        'too-many-redirects',
        `${shownUrl(parseUrl(text))} redirected more than ${MAX_REDIRECTS} times`,
      );
    request = next;
    url = to;
  }
}

/** Where an answer redirects to; undefined for other answers. @throws {GuardedFetchError} for what is no address */
function targetOf({ status, headers, close }: Answer, url: URL): URL | undefined {
  const location = REDIRECT_STATUSES.includes(status) ? headers.location : undefined;
  if (location === undefined) return undefined;
  try {
    return parseUrl(textOfHeader(location), url);
  } catch (error) {
    close();
    throw error;
  }
}

function parseUrl(text: string, base?: URL): URL {
  if (URL.canParse(text, base)) return new URL(text, base);
  const problem = base ? `${shownUrl(base)} redirected to '${text}', which is not a URL` : `'${text}' is not a URL`;
  throw new GuardedFetchError('url-refused', problem);
}

function notGranted(url: URL, hosts: readonly string[]): GuardedFetchError {
  return new GuardedFetchError('url-refused', `${shownUrl(url)} is not allowed: only ${hosts.join(', ')} may be reached`);
}

/** Counts after decompression, so a small answer that unpacks to a large one is cut off too. */
async function readAnswer({ status, headers, body }: Answer, url: URL, maxBytes: number): Promise<GuardedResponse> {
  const chunks: Uint8Array[] = [];
  let sizeBytes = 0;
  for await (const chunk of body) {
    sizeBytes += chunk.byteLength;
    if (sizeBytes > maxBytes)
      throw new GuardedFetchError('response-too-large', `${shownUrl(url)} answered more than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  const read = Object.entries(readHeaders(headers)).map(([name, value]) => [name, textOfHeader(value)] as const);
  return { status, headers: Object.fromEntries(read), url: url.href, body: Buffer.concat(chunks, sizeBytes) };
}

/**
 * Runs one fetch under the caller's signal and the time limit, and turns what undici throws into a
 * GuardedFetchError.
 */
async function withDeadline<T>(
  url: string,
  init: GuardedFetchInit,
  totalTimeoutMs: number,
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(), totalTimeoutMs);
  try {
    init.signal?.throwIfAborted();
    return await run(init.signal ? AbortSignal.any([init.signal, deadline.signal]) : deadline.signal);
  } catch (error) {
    if (init.signal?.aborted) throw init.signal.reason;
    const name = URL.canParse(url) ? shownUrl(new URL(url)) : url;
    if (deadline.signal.aborted) {
      throw new GuardedFetchError('connection-failed', `${name} did not answer in full within ${totalTimeoutMs} ms`, {
        cause: error,
      });
    }
    const known = findCause(error, GuardedFetchError.is);
    const problem =
      error instanceof UnpackError
        ? `The answer of ${name} cannot be unpacked: ${error.message}`
        : `${name} could not be reached: ${reasonOf(error)}`;
    throw known ?? new GuardedFetchError('connection-failed', problem, { cause: error });
  } finally {
    clearTimeout(timer);
  }
}

function findCause(error: unknown, isWanted: (cause: Error) => boolean): Error | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) if (isWanted(cause)) return cause;
  return undefined;
}

/** An error about several addresses has a code only. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.message || ((error as NodeJS.ErrnoException).code ?? error.name);
}
