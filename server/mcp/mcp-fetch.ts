import type { CredentialUse } from '#lib/ports/runtime.ts';
import type { AuthorizedRequest } from '../credentials/authorize-request.ts';
import { maskError } from '../credentials/credential-fetch.ts';
import { sendAuthorized } from '../credentials/send-authorized.ts';
import type { GuardedStream } from '../fetch/safe-fetch.ts';
import { maskText } from '../secrets/mask-text.ts';
import { sentSecrets } from '../secrets/sent-secrets.ts';
import { markNumbers } from './marked-numbers.ts';

/** Bytes of one answer, or of one stream of events that answers a request. */
export const MAX_ANSWER_BYTES = 4 * 1024 * 1024;

/** Adds a credential where a request leaves. */
export type Authorize = (use: CredentialUse, request: Outgoing) => Promise<AuthorizedRequest>;
type Outgoing = { readonly url: string; readonly init: Parameters<GuardedStream>[1] & object };

export type McpFetchOptions = {
  readonly stream: GuardedStream;
  readonly authorize: Authorize;
  /** Where the server is. Only requests to its origin carry `headers` and the credential. */
  readonly serverUrl: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly credential: CredentialUse | undefined;
  /** Aborts every request and stream of the connection. */
  readonly signal: AbortSignal;
  /** Called when an answer is too large: the library waits on for the rest of a stream. */
  readonly onExcess?: (error: Error) => void;
  readonly maxBytes?: number;
};

/** `fetch` for the protocol's library: each request is guarded, each answer bounded, each secret masked. */
export function makeMcpFetch(options: McpFetchOptions): typeof fetch {
  const { stream, authorize, serverUrl, headers: own, credential, onExcess, maxBytes = MAX_ANSWER_BYTES } = options;
  return async (input, init = {}) => {
    const url = new URL(input instanceof Request ? input.url : input);
    const isOfServer = url.origin === serverUrl.origin;
    const given = Object.fromEntries(new Headers(init.headers));
    const request = {
      url: url.href,
      init: {
        method: init.method ?? 'GET',
        headers: { ...(isOfServer ? own : {}), ...given },
        ...(init.body !== undefined && init.body !== null && { body: textOf(init.body) }),
        signal: init.signal ? AbortSignal.any([init.signal, options.signal]) : options.signal,
      },
    };
    const send = ({ url: to, init: sending, mask: hide }: Sending) =>
      stream(to, sending).catch((error: unknown) => {
        throw maskError(error, hide);
      });
    const plain = maskOf(request.init, undefined);
    const ready = isOfServer && credential ? await authorize(credential, request) : undefined;
    const { answer, mask } = ready
      ? await sendAuthorized(
          ready,
          (one) => send({ url: one.url, init: one.init, mask: maskOf(request.init, one) }),
          async ({ body }) => body?.cancel(),
        ).then((result) => ({ answer: result.answer, mask: maskOf(request.init, result.sent) }))
      : { answer: await send({ ...request, mask: plain }), mask: plain };
    // A token that an authorization server gives back is the next one to send.
    const isNewToken = isForm(init.body) && answer.status < 400;
    const bounded = answer.body?.pipeThrough(boundedBy(maxBytes, { url, onExcess }));
    const body = isNewToken ? bounded : bounded?.pipeThrough(changedBy(changeOf(answer.headers['content-type'] ?? '', mask)));
    const hasBody = body !== undefined && ![101, 204, 205, 304].includes(answer.status);
    const answered = Object.entries(answer.headers).map(([name, value]): [string, string] => [name, mask(value)]);
    const response = new Response(hasBody ? body : null, { status: answer.status, headers: answered });
    Object.defineProperty(response, 'url', { value: mask(answer.url) });
    return response;
  };
}

type Sending = Outgoing & { readonly mask: (text: string) => string };

/** Masks what a credential added, and the tokens and client secrets that the library added by itself. */
function maskOf(
  { headers, body }: { headers: Readonly<Record<string, string>>; body?: string },
  sent: AuthorizedRequest | undefined,
): (text: string) => string {
  const secrets = sentSecrets({ headers, body });
  return (text) => maskText(sent ? sent.maskText(text) : text, secrets);
}

/** As sign-ins send them. */
function isForm(body: RequestInit['body']): boolean {
  return body instanceof URLSearchParams;
}

/** What the library sends is JSON or a form. */
function textOf(body: BodyInit): string {
  if (typeof body === 'string') return body;
  if (body instanceof URLSearchParams) return body.toString();
  throw new TypeError('Only texts and forms are sent to an MCP server');
}

/** Errors with the first byte that is too much. Memory and parsing stay bounded, however much is sent. */
function boundedBy(
  maxBytes: number,
  { url, onExcess }: { url: URL; onExcess: McpFetchOptions['onExcess'] },
): TransformStream<Uint8Array, Uint8Array> {
  let sizeBytes = 0;
  return new TransformStream({
    transform(chunk, controller) {
      sizeBytes += chunk.byteLength;
      if (sizeBytes <= maxBytes) return controller.enqueue(chunk);
      const error = new Error(`${url.origin} answered more than ${maxBytes} bytes`);
      controller.error(error);
      onExcess?.(error);
    },
  });
}

/** Masks secrets, and marks the numbers of JSON and of events that carry it. */
function changeOf(contentType: string, mask: (text: string) => string): (text: string) => string {
  const isEvents = /^\s*text\/event-stream/i.test(contentType);
  if (!isEvents && !/^[^;]*[/+]json\s*(;|$)/i.test(contentType)) return mask;
  // The data of other events is no JSON: the event `endpoint` has an address.
  const mark = (line: string) => (isEvents && !/^data: ?[[{]/.test(line) ? line : markNumbers(line));
  return (text) => mask(text).split('\n').map(mark).join('\n');
}

/** Line by line, as JSON-RPC over events is: a secret is in one line. */
function changedBy(change: (text: string) => string): TransformStream<Uint8Array, Uint8Array> {
  const decoder = new TextDecoder();
  const encoder = new TextEncoder();
  let parts: string[] = [];
  return new TransformStream({
    transform(chunk, controller) {
      const text = decoder.decode(chunk, { stream: true });
      const end = text.lastIndexOf('\n') + 1;
      if (end === 0) return void parts.push(text);
      const lines = parts.join('') + text.slice(0, end);
      parts = [text.slice(end)];
      controller.enqueue(encoder.encode(change(lines)));
    },
    flush(controller) {
      const rest = parts.join('') + decoder.decode();
      if (rest !== '') controller.enqueue(encoder.encode(change(rest)));
    },
  });
}
