import { type ClientRequest, Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { activityListener } from '#lib/async/stream-activity.ts';
import { GuardedFetchError } from '#lib/errors/guarded-fetch-error.ts';
import type { GuardedFetchInit } from '#lib/ports/runtime.ts';
import { sendAuthorized } from '../credentials/send-authorized.ts';
import { type BatchClock, createBatchClock } from './batch-clock.ts';
import { coalesceBody, type Rewriter } from './coalesce-body.ts';
import { makeEventRewriter } from './event-rewriter.ts';
import type { AnswerMender } from './mending/answer-mender.ts';
import { makeJsonRewriter, makeStreamRewriter } from './mending/mend-body.ts';
import { eachEvent } from './mending/server-sent-event.ts';
import { unpackMessage } from './unpack-message.ts';

export type ModelFetchOptions = {
  /** For each response: puts right what the SDK would refuse. @defaultValue none: answers pass as they are */
  readonly makeMender?: () => AnswerMender;
  /**
   * For each response: rewrites complete server-sent events before they are parsed, each by `mend`.
   * @defaultValue `mend` for each
   */
  readonly makeEventRewrite?: (mend: (event: string) => string) => (events: string) => string;
  /** Removed from errors, which may repeat a key. Answers stay as they are: a key may be a word of theirs. */
  readonly secrets?: readonly string[];
  /** The stored credential that each request carries instead of a key. @defaultValue none */
  readonly credentialId?: string;
};

type ModelRequest = { readonly url: string; readonly init: GuardedFetchInit };
/**
 * The request with the credential in it, for the moment before it leaves.
 * @throws {GuardedFetchError} `credential-missing`, `credential-refused`, `request-invalid`
 */
export type AuthorizeModelCall = (credentialId: string, request: ModelRequest) => Promise<AuthorizedModelRequest>;
type AuthorizedModelRequest = ModelRequest & {
  maskText(text: string): string;
  /** With another token, after the service refused this one. */
  renewed?(): Promise<AuthorizedModelRequest | undefined>;
};

export type ModelTransport = {
  fetch(options?: ModelFetchOptions): typeof globalThis.fetch;
  /** Closes kept-alive sockets. Running calls are cut off. */
  close(): void;
};

const REDACTED = '[redacted]';
/** Shorter keys, such as `ollama`, are no secrets, and words of ordinary messages. */
const MIN_SECRET_CHARS = 8;

/** Imperceptible, and at 500 tokens a second it batches twelve. */
const BATCH_MS = 24;
/**
 * With the default of 64 KB a paused socket would still be read piece by piece. Its bytes wait in
 * the kernel instead.
 */
const SOCKET = { keepAlive: true, highWaterMark: 1 };

/**
 * `fetch` for model calls over kept-alive sockets. An event stream is handed on in bursts, before
 * anything parses it: by the time an SDK returns deltas, each one has already cost its parsing.
 * The first pieces go at once, and so does a piece after a silence.
 */
export function makeModelTransport({
  clock = createBatchClock(BATCH_MS),
  authorize = noCredentials,
}: {
  clock?: BatchClock;
  authorize?: AuthorizeModelCall;
} = {}): ModelTransport {
  const agents = { http: new HttpAgent(SOCKET), https: new HttpsAgent(SOCKET) };
  return {
    fetch: (options = {}) => {
      return async (input, init) => {
        const encoded = await encodeForm(init);
        const address = new URL(input instanceof Request ? input.url : input);
        const ready = await readyToSend(address, encoded, { options, authorize });
        const { answer, sent } = await sendAuthorized(
          ready,
          async (one) => {
            const url = new URL(one.url);
            const agent = url.protocol === 'https:' ? agents.https : agents.http;
            const message = await send({ url, init: encoded, sent: one.headers, agent });
            return { status: message.statusCode ?? 502, message };
          },
          async ({ message }) => message.destroy(),
        );
        const { status, message } = answer;
        const { redact } = sent;
        const onBytes = activityListener(init?.signal);
        onBytes?.();
        if (onBytes) message.on('data', onBytes);
        const headers = Object.entries(message.headersDistinct).flatMap(([name, values = []]) =>
          values.map((value): [string, string] => [name, value]),
        );
        const hasBody = status !== 204 && status !== 304;
        const body = coalesceBody(unpackMessage(message), {
          clock: isEventStream(message) ? clock : undefined,
          signal: init?.signal ?? undefined,
          rewrite: makeRewriter(message, { ...options, redact, isStreamWanted: wantsStream(address, init) }),
        });
        return new Response(hasBody ? body : null, { status, headers });
      };
    },
    close() {
      agents.http.destroy();
      agents.https.destroy();
    },
  };
}

const noCredentials: AuthorizeModelCall = () =>
  Promise.reject(new GuardedFetchError('credential-missing', 'There are no credentials here: run the workflow on a server'));

/** What SDKs write keys into. */
const KEY_HEADERS = ['authorization', 'x-api-key', 'x-goog-api-key'];

type Ready = {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly redact: (text: string) => string;
  readonly renewed?: () => Promise<Ready | undefined>;
};

async function readyToSend(
  url: URL,
  init: RequestInit | undefined,
  { options, authorize }: { options: ModelFetchOptions; authorize: AuthorizeModelCall },
): Promise<Ready> {
  const { credentialId, secrets = [] } = options;
  const headers = readHeaders(init?.headers);
  if (credentialId === undefined) {
    const redacted = secrets.filter((secret) => secret.length >= MIN_SECRET_CHARS);
    return {
      url: url.href,
      headers,
      redact: (text) => redacted.reduce((rest, secret) => rest.replaceAll(secret, REDACTED), text),
    };
  }
  for (const name of KEY_HEADERS) delete headers[name];
  const body = init?.body;
  const request = await authorize(credentialId, {
    url: url.href,
    init: {
      method: init?.method ?? 'GET',
      headers,
      ...((typeof body === 'string' || body instanceof Uint8Array) && { body }),
    },
  });
  return toReady(request);
}

function toReady({ url, init, maskText, renewed }: AuthorizedModelRequest): Ready {
  return {
    url,
    headers: init.headers ?? {},
    redact: maskText,
    async renewed() {
      const next = await renewed?.();
      return next && toReady(next);
    },
  };
}

/** By their names in lower case. The SDKs give an object, which `Headers` would copy twice. */
function readHeaders(given: HeadersInit | undefined): Record<string, string> {
  if (given === undefined || given instanceof Headers || Array.isArray(given)) return Object.fromEntries(new Headers(given));
  return Object.fromEntries(Object.entries(given).map(([name, value]) => [name.toLowerCase(), value]));
}

/** A form as its bytes, with the content type that names its boundary. */
async function encodeForm(init: RequestInit | undefined): Promise<RequestInit | undefined> {
  if (!(init?.body instanceof FormData)) return init;
  const form = new Response(init.body);
  const headers = new Headers(init.headers);
  headers.set('content-type', form.headers.get('content-type') ?? '');
  return { ...init, headers, body: new Uint8Array(await form.arrayBuffer()) };
}

function send({
  url,
  init,
  sent,
  agent,
}: {
  url: URL;
  init: RequestInit | undefined;
  sent: Readonly<Record<string, string>>;
  agent: HttpAgent | HttpsAgent;
}): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const signal = init?.signal ?? undefined;
  const body = init?.body ?? undefined;
  if (body !== undefined && typeof body !== 'string' && !(body instanceof Uint8Array))
    throw new TypeError('A model call sends text or bytes only');
  const options = {
    agent,
    method: init?.method ?? 'GET',
    headers: sent,
    ...(signal && { signal }),
  };
  const outgoing: ClientRequest =
    url.protocol === 'https:' ? httpsRequest(url, options, resolve) : httpRequest(url, options, resolve);
  // The SDK recognizes a connection failure by undici's error message.
  outgoing.on('error', (error) => reject(signal?.aborted ? signal.reason : new TypeError('fetch failed', { cause: error })));
  outgoing.end(body);
  return promise;
}

function isEventStream({ headers }: IncomingMessage): boolean {
  return String(headers['content-type']).includes('text/event-stream');
}

type Rewriting = Pick<ModelFetchOptions, 'makeMender' | 'makeEventRewrite'> &
  Pick<Ready, 'redact'> & {
    /** Called only for an answer that is not a stream. */
    readonly isStreamWanted: () => boolean;
  };

/**
 * What happens to the bytes of a response: nothing, unless it is an answer to put right or an error
 * that might repeat a secret.
 */
function makeRewriter(message: IncomingMessage, rewriting: Rewriting): Rewriter | undefined {
  const { makeMender, redact, isStreamWanted } = rewriting;
  if ((message.statusCode ?? 0) >= 400 && !isEventStream(message)) return makeRedactor(redact);
  const mender = makeMender?.();
  const makeEvents = () => makeEventsRewriter(mender, rewriting);
  if (isEventStream(message)) return makeEvents();
  if (!mender) return undefined;
  return isStreamWanted() ? makeStreamRewriter({ mender, redact }, makeEvents) : makeJsonRewriter({ mender, redact });
}

function makeEventsRewriter(mender: AnswerMender | undefined, { makeEventRewrite, redact }: Rewriting): Rewriter {
  const redactErrors = (events: string) => (events.includes('"error"') ? redact(events) : events);
  const mend = mender ? (event: string) => mender.event(event) : (event: string) => event;
  const rewrite = makeEventRewrite?.(mend) ?? (mender ? (events: string) => eachEvent(events, mend) : undefined);
  return makeEventRewriter((events) => redactErrors(rewrite ? rewrite(events) : events));
}

function makeRedactor(redact: (text: string) => string): Rewriter {
  const parts: Uint8Array[] = [];
  return {
    push: (bytes) => {
      parts.push(bytes);
      return '';
    },
    end: () => redact(Buffer.concat(parts).toString('utf8')),
  };
}

/** Google has it in the address, the others in the body. */
function wantsStream({ pathname }: URL, init: RequestInit | undefined): () => boolean {
  return () => {
    if (pathname.endsWith(':streamGenerateContent')) return true;
    const body = init?.body;
    if (typeof body !== 'string' || !body.includes('"stream":true')) return false;
    return (JSON.parse(body) as { stream?: unknown }).stream === true;
  };
}
