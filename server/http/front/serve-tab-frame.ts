import type { IncomingMessage, ServerResponse } from 'node:http';
import { webAddress } from '#lib/text/web-address.ts';
import { pathOf } from '../protocol/request-target.ts';
import { NO_PERMISSIONS } from './no-permissions.ts';

/**
 * Responds with an HTML page that shows a web page in a sandboxed iframe, for tabs that a model opens.
 * The web page gets an opaque origin, so no cookies and no storage, and can neither open windows,
 * dialogs or downloads nor navigate the studio. Its server may refuse to be framed.
 * @param request its query names the web page: `?url=`
 */
export function serveTabFrame(request: IncomingMessage, response: ServerResponse): void {
  const { method, url = '' } = request;
  if (method !== 'GET' && method !== 'HEAD') return void response.writeHead(405, { allow: 'GET, HEAD' }).end();
  const address = webAddress(new URLSearchParams(url.slice(pathOf(url).length)).get('url') ?? '');
  if (address === undefined) return void response.writeHead(400, { 'content-type': 'text/plain' }).end('No address of a page.');
  const { protocol } = new URL(address);
  response.writeHead(200, {
    'content-type': 'text/html; charset=utf-8',
    // An https page must not navigate to http.
    'content-security-policy': `sandbox allow-scripts; default-src 'none'; style-src 'unsafe-inline'; frame-src https:${protocol === 'http:' ? ' http:' : ''}; frame-ancestors 'self'`,
    'permissions-policy': NO_PERMISSIONS,
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-dns-prefetch-control': 'off',
    'cache-control': 'no-store',
  });
  response.end(
    `<!doctype html><meta charset="utf-8"><style>html,body,iframe{margin:0;border:0;width:100%;height:100%;display:block;background:#fff}body{overflow:hidden}</style><iframe credentialless sandbox="allow-scripts" referrerpolicy="no-referrer" src="${inAttribute(address)}"></iframe>`,
  );
}

function inAttribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
