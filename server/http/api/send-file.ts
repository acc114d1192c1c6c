import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Context } from 'hono';
import type { Logger } from '#lib/ports/logger.ts';
import type { ApiEnv } from '../handler-kit/api-env.ts';
import type { FileAnswer } from '../handler-kit/define-handler.ts';
import { readByteRange } from '../protocol/byte-range.ts';
import { securityHeaders } from '../protocol/security-headers.ts';

type SentFile = FileAnswer['file'];

/** What a browser shows without running anything of it. HTML, SVG and XML are always saved. */
const SHOWN = /^(image\/(png|jpeg|gif|webp|avif|bmp)|audio\/[\w.+-]+|video\/[\w.+-]+|application\/pdf|text\/plain)$/;

/**
 * Sends a file, or the requested range of it. Whatever its content claims to be, a browser
 * runs nothing of it: the type is not sniffed, and a policy sandboxes it.
 */
export async function sendFile(c: Context<ApiEnv>, file: SentFile, { log }: { log: Pick<Logger, 'error'> }): Promise<Response> {
  const { outgoing } = c.env;
  const etag = `"${file.etag}"`;
  const headers: Record<string, string> = {
    ...securityHeaders,
    'content-security-policy': policyOf(file),
    'cache-control': file.isImmutable ? 'public, max-age=31536000, immutable' : 'private, no-cache',
    'content-type': file.mediaType.startsWith('text/') ? `${file.mediaType}; charset=utf-8` : file.mediaType,
    'content-disposition': dispositionOf(file),
    'accept-ranges': 'bytes',
    etag,
    'x-request-id': c.get('requestId'),
  };
  const { headers: asked } = c.env.incoming;
  if (asked['if-none-match'] === etag) return c.body(null, 304, headers);
  const isRangeMeant = asked['if-range'] === undefined || asked['if-range'] === etag;
  const range = isRangeMeant ? readByteRange(asked.range, file.sizeBytes) : undefined;
  if (range === null) return c.body(null, 416, { ...headers, 'content-range': `bytes */${file.sizeBytes}` });
  const { start, end } = range ?? { start: 0, end: file.sizeBytes };
  const status = range ? 206 : 200;
  const sent = {
    ...headers,
    'content-length': String(end - start),
    ...(range && { 'content-range': `bytes ${start}-${end - 1}/${file.sizeBytes}` }),
  };
  if (c.req.raw.method === 'HEAD') return c.body(null, status, sent);
  outgoing.writeHead(status, sent);
  await sendContent(file.read({ start, end }), outgoing, (error) =>
    log.error('a file could not be sent', { requestId: c.get('requestId'), error }),
  );
  return RESPONSE_ALREADY_SENT;
}

/**
 * At the pace of the reader. A store that fails ends the connection: a body that is too short would
 * look complete.
 */
export async function sendContent(
  content: AsyncIterable<Uint8Array>,
  outgoing: ServerResponse,
  onError: (error: unknown) => void,
): Promise<void> {
  const gone = new AbortController();
  outgoing.once('close', () => gone.abort());
  try {
    for await (const chunk of content) {
      if (gone.signal.aborted) return;
      if (!outgoing.write(chunk)) await once(outgoing, 'drain', { signal: gone.signal });
    }
    outgoing.end();
  } catch (error) {
    if (!gone.signal.aborted) onError(error);
    outgoing.destroy();
  }
}

/**
 * A sandbox for everything but PDF files that are to be shown: browsers do not start their viewers,
 * which are sandboxes themselves, in one. Only pages of this server may frame a file.
 */
function policyOf({ mediaType, isInline }: SentFile): string {
  const isViewed = isInline && mediaType === 'application/pdf';
  return isViewed ? "frame-ancestors 'self'" : "default-src 'none'; frame-ancestors 'self'; sandbox";
}

/** @see https://www.rfc-editor.org/rfc/rfc6266#section-4.3 */
function dispositionOf({ name, mediaType, isInline }: SentFile): string {
  const kind = isInline && SHOWN.test(mediaType) ? 'inline' : 'attachment';
  const ascii = name.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(name).replaceAll(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
  return `${kind}; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
