import type { ServerResponse } from 'node:http';

const READABLE_HEADERS = [
  'x-run-id',
  'x-request-id',
  'idempotent-replayed',
  'retry-after',
  'www-authenticate',
  'location',
  'content-location',
  'content-disposition',
  'mcp-session-id',
  'x-numbers-as-text',
  'x-should-retry',
  'x-threadloom-left-out',
].join(', ');

/** Lets a page of an origin read an answer (CORS), which no cookie was sent for. */
export function showToPage(outgoing: ServerResponse, origin: string): void {
  outgoing.setHeader('access-control-allow-origin', origin);
  outgoing.setHeader('access-control-expose-headers', READABLE_HEADERS);
  outgoing.setHeader('vary', 'Origin');
}
