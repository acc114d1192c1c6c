import type { Context } from 'hono';
import { AppError } from '#lib/errors/app-error.ts';
import { isListedOrigin } from '#lib/text/web-origin.ts';
import type { ApiEnv } from '../handler-kit/api-env.ts';

/** Of a preflight, in seconds. */
const MAX_AGE_S = 600;
const METHODS = 'GET, POST, PUT, PATCH, DELETE';
const HEADER_LIST = /^[!#$%&'*+\-.^_`|~0-9A-Za-z, \t]{1,2000}$/;
const READABLE_HEADERS = 'x-run-id, idempotent-replayed, retry-after, www-authenticate, x-numbers-as-text';

/** The origins whose pages may call an address. @throws {AppError} where there is nothing to call */
type ListOrigins = (c: Context<ApiEnv>) => Promise<readonly string[]>;

/**
 * Lets pages of listed origins call an address and read its answers (CORS), without cookies. Of other requests it
 * changes nothing.
 * @see https://fetch.spec.whatwg.org/#http-cors-protocol
 */
export function allowOrigins(listOrigins: ListOrigins) {
  return async (c: Context<ApiEnv>, next: () => Promise<void>): Promise<Response | undefined> => {
    const origin = c.req.header('origin');
    if (origin === undefined || !isListedOrigin(origin, await listed(c, listOrigins))) {
      await next();
      return undefined;
    }
    const { outgoing } = c.env;
    outgoing.setHeader('access-control-allow-origin', origin);
    outgoing.setHeader('vary', 'Origin');
    if (c.req.method === 'OPTIONS' && c.req.header('access-control-request-method') !== undefined) {
      const asked = c.req.header('access-control-request-headers') ?? '';
      return c.body(null, 204, {
        'access-control-allow-methods': METHODS,
        'access-control-max-age': String(MAX_AGE_S),
        ...(HEADER_LIST.test(asked) && { 'access-control-allow-headers': asked }),
      });
    }
    outgoing.setHeader('access-control-expose-headers', READABLE_HEADERS);
    c.set('isListedOrigin', true);
    await next();
    return undefined;
  };
}

async function listed(c: Context<ApiEnv>, listOrigins: ListOrigins): Promise<readonly string[]> {
  try {
    return await listOrigins(c);
  } catch (error) {
    // The request itself is answered with it.
    if (AppError.is(error)) return [];
    throw error;
  }
}
