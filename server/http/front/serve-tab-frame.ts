import type { IncomingMessage, ServerResponse } from 'node:http';
import { webAddress } from '#lib/text/web-address.ts';
import { pathOf } from '../protocol/request-target.ts';
import { NO_PERMISSIONS } from './no-permissions.ts';

/**
 * The frame around a page of the web that a model shows a person. The page is a second frame inside, which inherits the
 * sandbox: it has no origin, so neither cookies nor storage, and opens no windows, dialogs, downloads or other page in
 * place of ours. Whether it may be shown in a frame at all, its own server says.
 * @param request its query names the page: `?url=`
 */
export function serveTabFrame(request: IncomingMessage, response: ServerResponse): void {
  const { method, url = '' } = request;
  if (method !== 'GET' && method !== 'HEAD') return void response.writeHead(405, { allow: 'GET, HEAD' }).end();
  const address = webAddress(new URLSearchParams(url.slice(pathOf(url).length)).get('url') ?? '');
  if (address === undefined) return void response.writeHead(400, { 'content-type': 'text/plain' }).end('No address of a page.');
  const { protocol } = new URL(address);
  response.writeHead(200, {
    'content-type': 'text/html; charset=utf-8',
    // A page of https is never followed to one that others on the way can read.
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
