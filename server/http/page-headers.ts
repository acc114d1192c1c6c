import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';

const NONCE_BYTES = 16;

/**
 * Pages load nothing from elsewhere, are shown in no frame, and run the scripts that carry the nonce of their answer and no others. Next writes small
 * scripts into each page, and reads the nonce for them from this header of the request.
 *
 * Styles may stand inline: React Flow and Monaco place what they draw by them.
 */
export function setPageHeaders(
  request: IncomingMessage,
  response: ServerResponse,
  { isDevelopment }: { readonly isDevelopment: boolean },
): void {
  const nonce = randomBytes(NONCE_BYTES).toString('base64');
  const policy = [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}'${isDevelopment ? " 'unsafe-eval'" : ''}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
  request.headers['content-security-policy'] = policy;
  response.setHeader('content-security-policy', policy);
  response.setHeader('referrer-policy', 'same-origin');
  response.setHeader('x-content-type-options', 'nosniff');
}
