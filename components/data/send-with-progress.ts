import type { OnSent } from '#lib/api/send-request.ts';

/** Responses that have no body. */
const EMPTY_STATUSES: readonly number[] = [204, 205, 304];

/**
 * Sends a request to this origin like `fetch`, with its cookies, and tells how much of its body is sent.
 * @throws {TypeError} without a response; rethrows the reason of an abort
 */
export function sendWithProgress(url: string, { method = 'GET', headers, body, signal }: RequestInit, onSent: OnSent) {
  return new Promise<Response>((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, url);
    request.responseType = 'arraybuffer';
    for (const [name, value] of new Headers(headers)) request.setRequestHeader(name, value);
    const abort = () => request.abort();
    const settle = (action: () => void) => {
      signal?.removeEventListener('abort', abort);
      action();
    };
    request.upload.addEventListener('progress', ({ loaded, total }) => onSent(loaded, total));
    request.addEventListener('load', () => settle(() => resolve(responseOf(request))));
    request.addEventListener('error', () => settle(() => reject(new TypeError(`No answer from ${url}`))));
    request.addEventListener('abort', () => settle(() => reject(signal?.reason)));
    if (signal?.aborted) return reject(signal.reason);
    signal?.addEventListener('abort', abort, { once: true });
    request.send(body as XMLHttpRequestBodyInit | null);
  });
}

function responseOf(request: XMLHttpRequest): Response {
  const { status, statusText } = request;
  const lines = request.getAllResponseHeaders().trim().split('\r\n').filter(Boolean);
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon), line.slice(colon + 1).trim()];
  });
  const content = EMPTY_STATUSES.includes(status) ? null : (request.response as ArrayBuffer);
  return new Response(content, { status, statusText, headers });
}
