import type { IncomingMessage } from 'node:http';
import type { Context } from 'hono';
import { AppError } from '#lib/errors/app-error.ts';
import { LANGUAGE_HEADER, type Language, resolveLanguage } from '#lib/i18n/language.ts';
import { readTraceparent } from '#lib/run/trace-context.ts';
import { readClientName } from '#lib/text/client-name.ts';
import { KEY_PREFIX } from '../../auth/api-key.ts';
import type { WrongCredentials } from '../../auth/wrong-credentials.ts';
import type { ApiDependencies } from '../handler-kit/api-dependencies.ts';
import type { ApiEnv } from '../handler-kit/api-env.ts';
import { authenticate, type Caller, carriesKey, credentialKindOf, type Target } from '../handler-kit/authenticate.ts';
import type { HandlerContext, UploadedBody } from '../handler-kit/define-handler.ts';
import { type GuardedRequest, guardCookieRequest } from '../protocol/local-guard.ts';

/** Later versions of the standard may say more than its 55 characters; it is kept in the run's log. */
const MAX_TRACEPARENT_CHARS = 200;

export type RequestDependencies = ApiDependencies & { readonly wrongCredentials: WrongCredentials };

export function guardedRequestOf(c: Context<ApiEnv>): GuardedRequest {
  return {
    method: c.req.method,
    host: c.req.header('host'),
    origin: c.req.header('origin'),
    secFetchSite: c.req.header('sec-fetch-site'),
    carriesKey: carriesKey(authorizationOf(c)),
  };
}

/**
 * Who sends a request. Wrong credentials are answered more slowly.
 * @throws {AppError} as `authenticate`
 */
export async function callerOf(c: Context<ApiEnv>, contract: Target, deps: RequestDependencies): Promise<Caller> {
  const authorization = authorizationOf(c);
  const cookie = c.req.header('cookie');
  try {
    const caller = await authenticate(contract, { authorization, cookie, slug: c.req.param('slug') }, deps);
    if (caller.signIn !== undefined) guardCookieRequest(guardedRequestOf(c), deps.guard);
    return caller;
  } catch (error) {
    const kind = credentialKindOf(authorization, contract.access);
    const isWrong = AppError.is(error) && error.code === 'authentication-failed';
    if (isWrong && kind) await deps.wrongCredentials.slowDown(c.env.incoming.socket.remoteAddress, kind, whenGone(c));
    throw error;
  }
}

/** Clients of LangGraph and others send a key in a header of its own. */
function authorizationOf(c: Context<ApiEnv>): string | undefined {
  const key = c.req.header('x-api-key');
  return c.req.header('authorization') ?? (key?.startsWith(KEY_PREFIX) ? `Bearer ${key}` : undefined);
}

/** The context of a handler for a caller. */
export function contextOf(c: Context<ApiEnv>, caller: Caller, deps: ApiDependencies): HandlerContext {
  return {
    ...caller,
    repos: deps.repos(caller.workspaceId),
    deps,
    upload: uploadOf(c.env.incoming),
    requestId: c.get('requestId'),
    traceparent: traceparentIn(c),
    whenGone: () => whenGone(c),
    origin: c.req.header('origin'),
    client: readClientName(c.req.header('user-agent')),
    language: languageOf(c, deps),
  };
}

/** Aborts when the client has closed the connection. */
export function whenGone(c: Context<ApiEnv>): AbortSignal {
  const gone = new AbortController();
  if (c.env.outgoing.closed) gone.abort();
  c.env.outgoing.once('close', () => gone.abort());
  return gone.signal;
}

function traceparentIn(c: Context<ApiEnv>): string | undefined {
  const given = c.req.header('traceparent');
  return given !== undefined && given.length <= MAX_TRACEPARENT_CHARS && readTraceparent(given) ? given : undefined;
}

function uploadOf(incoming: IncomingMessage): UploadedBody {
  const { 'content-type': contentType = '', 'content-length': length } = incoming.headers;
  return {
    contentType,
    sizeBytes: length === undefined ? undefined : Number(length),
    // The connection stays open for the answer, and `discardRest` reads the rest.
    get bytes() {
      return incoming.iterator({ destroyOnReturn: false });
    },
  };
}

export function languageOf(c: Context<ApiEnv>, { languages }: Pick<ApiDependencies, 'languages'>): Language {
  return resolveLanguage({ header: c.req.header(LANGUAGE_HEADER), acceptLanguage: c.req.header('accept-language') }, languages);
}
