import type { IncomingMessage, ServerResponse } from 'node:http';
import { type AppSources, appSourcesOf } from '#lib/mcp/mcp-app.ts';
import { pathOf } from '../protocol/request-target.ts';
import { APP_FRAME_SCRIPT } from './app-frame-script.ts';
import { NO_PERMISSIONS } from './no-permissions.ts';

/**
 * The frame around the app of an MCP server, the same for all but for its policy. The app is a second frame inside,
 * made of a text that the page sends, which inherits the policy of this response: neither frame has an origin, and
 * neither loads, sends to or goes to anything that the address does not name.
 */
export function serveAppFrame(request: IncomingMessage, response: ServerResponse): void {
  const { method, url = '' } = request;
  if (method !== 'GET' && method !== 'HEAD') return void response.writeHead(405, { allow: 'GET, HEAD' }).end();
  const sources = appSourcesOf(new URLSearchParams(url.slice(pathOf(url).length)));
  response.writeHead(200, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': appPolicy(sources),
    'permissions-policy': NO_PERMISSIONS,
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-dns-prefetch-control': 'off',
    'cache-control': 'no-store',
  });
  response.end(
    `<!doctype html><meta charset="utf-8"><style>html,body,iframe{margin:0;border:0;width:100%;height:100%;display:block;color-scheme:light dark;background:transparent}body{overflow:hidden}</style><script>${APP_FRAME_SCRIPT}</script>`,
  );
}

/** Without a sandbox of its own the frame would have the origin of this server. */
function appPolicy({ connect, resource, frame, base }: AppSources): string {
  const of = (sources: readonly string[], ...always: string[]) => [...always, ...sources].join(' ') || "'none'";
  return [
    'sandbox allow-scripts allow-forms',
    "default-src 'none'",
    `script-src ${of(resource, "'unsafe-inline'")}`,
    `style-src ${of(resource, "'unsafe-inline'")}`,
    `img-src ${of(resource, 'data:', 'blob:')}`,
    `font-src ${of(resource, 'data:')}`,
    `media-src ${of(resource, 'data:', 'blob:')}`,
    `connect-src ${of(connect)}`,
    `frame-src ${of(frame)}`,
    `base-uri ${of(base)}`,
    "form-action 'none'",
    "object-src 'none'",
  ].join('; ');
}
