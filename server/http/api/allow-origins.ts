import type { Context } from 'hono';
import { AppError } from '#lib/errors/app-error.ts';
import { isListedOrigin } from '#lib/text/web-origin.ts';
import type { ApiEnv } from '../handler-kit/api-env.ts';
import { showToPage } from '../protocol/show-to-page.ts';
import { type RequestDependencies, refuseWhenBusy } from './request-context.ts';

/** Of a preflight, in seconds. */
const MAX_AGE_S = 600;
const METHODS = 'GET, POST, PUT, PATCH, DELETE';
const HEADER_LIST = /^[!#$%&'*+\-.^_`|~0-9A-Za-z, \t]{1,2000}$/;

type Deps = Pick<RequestDependencies, 'turns' | 'database' | 'strangers' | 'clients'>;
type Next = () => Promise<void>;
/**
 * The origins whose pages may call an address. `admit` comes before each statement.
 * @throws {AppError} `not-found` where there is nothing to call
 */
type ListOrigins = (c: Context<ApiEnv>, admit: () => void) => Promise<readonly string[]>;

/**
 * Lets pages of listed origins call an address and read its answers (CORS), without cookies. Of other requests it
 * changes nothing.
 * @see https://fetch.spec.whatwg.org/#http-cors-protocol
 */
export function allowOrigins(listOrigins: ListOrigins, deps: Deps) {
  return async (c: Context<ApiEnv>, next: Next): Promise<Response | undefined> => {
    const origin = c.req.header('origin');
    if (origin === undefined) return pass(next);
    const admit = admission(c, deps);
    if (isPreflight(c)) await admitPreflight(admit, deps);
    if (!isListedOrigin(origin, await listed(c, listOrigins, admit))) return pass(next);
    if (isPreflight(c)) return answerPreflight(c, origin);
    showToPage(c.env.outgoing, origin);
    c.set('isListedOrigin', true);
    return pass(next);
  };
}

/**
 * Answers preflights for addresses that keys of all endpoints share: a preflight has no key, so any endpoint may list
 * the origin. `callerOf` shows an answer only to the pages of its own endpoint.
 */
export function allowListedPages({ publishing: { origins }, ...deps }: Deps & Pick<RequestDependencies, 'publishing'>) {
  return async (c: Context<ApiEnv>, next: Next): Promise<Response | undefined> => {
    const origin = c.req.header('origin');
    if (origin === undefined || !isPreflight(c)) return pass(next);
    const admit = admission(c, deps);
    await admitPreflight(admit, deps);
    if (!isListedOrigin(origin, await origins.all(admit))) return pass(next);
    return answerPreflight(c, origin);
  };
}

async function pass(next: Next): Promise<undefined> {
  await next();
  return undefined;
}

/** Anyone can make a browser ask, so a question counts as a request of a stranger. @throws {AppError} `rate-limited` */
function admission({ env }: Context<ApiEnv>, { clients, strangers, ...deps }: Deps): () => void {
  return () => {
    refuseWhenBusy(deps);
    strangers.take({ kind: 'read', address: clients.networkFor(env.incoming) });
  };
}

/** A preflight is no part of a request that has a key. @throws {AppError} `rate-limited` */
async function admitPreflight(admit: () => void, { turns }: Deps): Promise<void> {
  await turns.enter();
  admit();
}

function isPreflight({ req }: Context<ApiEnv>): boolean {
  return req.method === 'OPTIONS' && req.header('access-control-request-method') !== undefined;
}

function answerPreflight(c: Context<ApiEnv>, origin: string): Response {
  showToPage(c.env.outgoing, origin);
  const asked = c.req.header('access-control-request-headers') ?? '';
  return c.body(null, 204, {
    'access-control-allow-methods': METHODS,
    'access-control-max-age': String(MAX_AGE_S),
    ...(HEADER_LIST.test(asked) && { 'access-control-allow-headers': asked }),
  });
}

async function listed(c: Context<ApiEnv>, listOrigins: ListOrigins, admit: () => void): Promise<readonly string[]> {
  try {
    return await listOrigins(c, admit);
  } catch (error) {
    // The request itself is answered with it.
    if (AppError.is(error) && error.code === 'not-found') return [];
    throw error;
  }
}
