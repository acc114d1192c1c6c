import type { IncomingMessage, ServerResponse } from 'node:http';
import { isHostedPage, WIDGET_PATH } from '#lib/api/hosted-page.ts';
import { SIGN_IN_PAGE, SIGN_IN_VIEW_HEADER } from '#lib/api/sign-in-page.ts';
import { ownPath } from '#lib/text/own-path.ts';
import { isAmbiguousPath, pathOf } from '../protocol/request-target.ts';
import type { Handle } from './serve-pages.ts';

/** What the sign-in page loads. It is the same for everybody and tells nothing of the workspace. */
const PUBLIC_PREFIXES = ['/_next/static/', '/fonts/'];
/** For editors, which have no sign-in. The same on every server of a version, and nothing of a workspace. */
const SCHEMA_PATH = '/schema/workflow.schema.json';
const PUBLIC_FILES = ['/icon.svg', '/favicon.ico', WIDGET_PATH, SCHEMA_PATH];

type Options = {
  readonly isSignedIn: (request: IncomingMessage) => Promise<boolean>;
  readonly onError: (error: unknown) => void;
};

/** Pages for those who have signed in. Others get the sign-in page, and from there the page that they wanted. */
export function requireSignIn(pages: Handle, { isSignedIn, onError }: Options): Handle {
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    delete request.headers[SIGN_IN_VIEW_HEADER];
    const { url = '/' } = request;
    const path = pathOf(url);
    if (isPublic(path)) return pages(request, response);
    const canEnter = await isSignedIn(request);
    if (path === SIGN_IN_PAGE) {
      if (canEnter) return redirect(response, ownPath(new URLSearchParams(url.slice(path.length)).get('next')));
      request.headers[SIGN_IN_VIEW_HEADER] = '1';
      return pages(request, response);
    }
    if (canEnter) return pages(request, response);
    if (isNavigation(request)) return redirect(response, signInUrl(url));
    response.writeHead(401, { 'content-type': 'text/plain', 'cache-control': 'no-store' }).end('Sign in first.');
  };
  return (request, response) =>
    void handle(request, response).catch((error: unknown) => {
      onError(error);
      response.writeHead(503, { 'content-type': 'text/plain', 'retry-after': '1' }).end('The sign-in could not be checked.');
    });
}

function isPublic(path: string): boolean {
  if (isAmbiguousPath(path)) return false;
  // Their endpoint decides who may use hosted pages.
  if (isHostedPage(path)) return true;
  return PUBLIC_FILES.includes(path) || PUBLIC_PREFIXES.some((prefix) => path.startsWith(prefix));
}

function signInUrl(wanted: string): string {
  const next = ownPath(wanted);
  return next === '/' ? SIGN_IN_PAGE : `${SIGN_IN_PAGE}?${new URLSearchParams({ next })}`;
}

function redirect(response: ServerResponse, location: string): void {
  response.writeHead(303, { location, 'cache-control': 'no-store' }).end();
}

/** Parts of pages that Next fetches are not redirected: the browser would take the sign-in page for them. */
function isNavigation({ method, headers }: IncomingMessage): boolean {
  const mode = headers['sec-fetch-mode'];
  return (method === 'GET' || method === 'HEAD') && headers.rsc === undefined && (mode === undefined || mode === 'navigate');
}
