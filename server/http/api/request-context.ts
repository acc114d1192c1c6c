import type { Context } from 'hono';
import type { TurnLimit } from '#lib/async/turn-limit.ts';
import { AppError } from '#lib/errors/app-error.ts';
import { LANGUAGE_HEADER, type Language, resolveLanguage } from '#lib/i18n/language.ts';
import { readTraceparent } from '#lib/run/trace-context.ts';
import { readClientName } from '#lib/text/client-name.ts';
import { isListedOrigin } from '#lib/text/web-origin.ts';
import { KEY_PREFIX } from '../../auth/api-key.ts';
import type { WrongCredentials } from '../../auth/wrong-credentials.ts';
import { isVisitor } from '../../db/stores/endpoint-store.ts';
import type { RefusalPace } from '../../limits/refusal-pace.ts';
import type { Claimant } from '../../limits/shares.ts';
import type { ApiDependencies } from '../handler-kit/api-dependencies.ts';
import type { ApiEnv } from '../handler-kit/api-env.ts';
import {
  authenticate,
  type Caller,
  carriesKey,
  credentialKindOf,
  showsCredential,
  type Target,
} from '../handler-kit/authenticate.ts';
import { claimantOf } from '../handler-kit/claimant-of.ts';
import type { HandlerContext, UploadedBody } from '../handler-kit/define-handler.ts';
import type { BodyBudget, OpenBody } from '../protocol/body-budget.ts';
import type { DiscardBudget } from '../protocol/discard-rest.ts';
import { type GuardedRequest, guardCookieRequest } from '../protocol/local-guard.ts';
import { streamBody } from '../protocol/read-body.ts';
import { readJsonBody } from '../protocol/read-json-body.ts';
import { showToPage } from '../protocol/show-to-page.ts';
import type { StreamPermit } from '../runs/stream-limits.ts';

/** Statements of strangers that wait; beyond them further requests of strangers are refused. */
const MAX_WAITING_STRANGERS = 300;
const BUSY_RETRY_S = 2;
/** Load balancers ask for them by address. */
const PROBES = ['/api/v1/health', '/api/v1/ready', '/metrics'];
/** Later versions of the standard may say more than its 55 characters; it is kept in the run's log. */
const MAX_TRACEPARENT_CHARS = 200;
const MAX_HEADER_FIELD_CHARS = 100;

export type RequestDependencies = ApiDependencies & {
  readonly wrongCredentials: WrongCredentials;
  readonly bodies: BodyBudget;
  readonly discards: DiscardBudget;
  /** Of the event loop, for requests of strangers. */
  readonly turns: TurnLimit;
  readonly refusals: RefusalPace;
};

export function guardedRequestOf(c: Context<ApiEnv>): GuardedRequest {
  return {
    method: c.req.method,
    host: c.req.header('host'),
    origin: c.req.header('origin'),
    secFetchSite: c.req.header('sec-fetch-site'),
    carriesKey: carriesKey(authorizationOf(c)),
  };
}

/** Asks whether this process works: other machines depend on the answer, however many strangers there are. */
export function isProbe(c: Context<ApiEnv>): boolean {
  return PROBES.includes(c.req.path);
}

/**
 * Who sends a request. Wrong credentials are answered more slowly.
 * @throws {AppError} as `authenticate`
 */
export async function callerOf(c: Context<ApiEnv>, contract: Target, deps: RequestDependencies): Promise<Caller> {
  const shown = { authorization: authorizationOf(c), cookie: c.req.header('cookie') };
  // In local mode everyone is a member.
  const isKnown = deps.adminToken === undefined || showsCredential(shown);
  if (!isKnown) await deps.turns.enter();
  const address = deps.clients.networkFor(c.env.incoming);
  try {
    const caller = await authenticate(contract, { ...shown, slug: c.req.param('slug'), address }, deps);
    showToOwnPages(c, caller);
    if (caller.signIn !== undefined) guardCookieRequest(guardedRequestOf(c), deps.guard);
    c.set('isVisitor', isVisitor(caller.endpoint));
    const isStranger = claimantOf(caller, address).kind === 'stranger';
    c.set('isInsider', !isStranger);
    if (isStranger && isKnown) await deps.turns.enter();
    if (isStranger && !isProbe(c)) refuseWhenBusy(deps);
    return caller;
  } catch (error) {
    const kind = credentialKindOf(shown.authorization, contract.access);
    if (kind === 'key') await showRefusal(c, deps);
    const isWrong = AppError.is(error) && error.code === 'authentication-failed';
    if (isWrong && kind) await deps.wrongCredentials.slowDown(deps.clients.of(c.env.incoming), kind, whenGone(c));
    throw error;
  }
}

/** Pages that may call the endpoint of a key may read all that the key may read. */
function showToOwnPages(c: Context<ApiEnv>, { endpoint }: Caller): void {
  const origin = c.req.header('origin');
  if (origin !== undefined && endpoint && isListedOrigin(origin, endpoint.allowedOrigins)) showToPage(c.env.outgoing, origin);
}

/** A refusal that names no endpoint is readable by pages that may call any of them. */
async function showRefusal(c: Context<ApiEnv>, { publishing }: RequestDependencies): Promise<void> {
  const origin = c.req.header('origin');
  if (origin !== undefined && isListedOrigin(origin, await publishing.origins.all())) showToPage(c.env.outgoing, origin);
}

/**
 * For requests of strangers, of which as many are answered as the database has turns for.
 * @throws {AppError} `rate-limited`, with `details.retryAfterS`
 */
export function refuseWhenBusy({ database }: Pick<ApiDependencies, 'database'>): void {
  if (database.waitingStrangers() <= MAX_WAITING_STRANGERS) return;
  throw new AppError('rate-limited', `Too many requests. Try again in ${BUSY_RETRY_S} s.`, {
    details: { retryAfterS: BUSY_RETRY_S, share: 'strangers' },
  });
}

/** Clients of LangGraph and others send a key in a header of its own. */
function authorizationOf(c: Context<ApiEnv>): string | undefined {
  const key = c.req.header('x-api-key');
  return c.req.header('authorization') ?? (key?.startsWith(KEY_PREFIX) ? `Bearer ${key}` : undefined);
}

/** The context of a handler for a caller. */
export function contextOf(c: Context<ApiEnv>, caller: Caller, deps: RequestDependencies): HandlerContext {
  return {
    ...caller,
    repos: deps.repos(caller.workspaceId),
    deps,
    upload: uploadOf(c, caller, deps),
    requestId: c.get('requestId'),
    streamPermit: permitOf(c, claimantOf(caller, deps.clients.networkFor(c.env.incoming)), deps),
    traceparent: traceparentIn(c),
    whenGone: () => whenGone(c),
    origin: c.req.header('origin'),
    host: c.req.header('host'),
    client: readClientName(c.req.header('user-agent')),
    language: languageOf(c, deps),
  };
}

/** Released with the end of the request, whatever became of its stream. */
export function permitOf(c: Context<ApiEnv>, claimant: Claimant, { streams }: Pick<ApiDependencies, 'streams'>): StreamPermit {
  const permit = streams.open.permitFor(claimant);
  c.env.outgoing.once('close', () => permit.release());
  return permit;
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

/** The JSON body of a caller, whose share it uses. @throws {AppError} as `readJsonBody` */
export async function jsonBodyOf(c: Context<ApiEnv>, caller: Caller, deps: RequestDependencies): Promise<unknown> {
  const { value, numbersAsText } = await readJsonBody(c.env.incoming, bodyOf(c, caller, deps, { isUpload: false }));
  if (numbersAsText) c.env.outgoing.setHeader('x-numbers-as-text', numbersAsText.map(headerText).join(', '));
  return value;
}

/** A header has bytes, which clients read as different characters, and no commas in its parts. */
function headerText(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[^\x21-\x2b\x2d-\x7e]/gu, encodeURIComponent)
    .slice(0, MAX_HEADER_FIELD_CHARS);
}

/** Files of keys count for a day, of visitors all that they send. */
function bodyOf(
  { env: { incoming } }: Context<ApiEnv>,
  caller: Caller,
  { bodies, clients }: RequestDependencies,
  { isUpload }: { isUpload: boolean },
): OpenBody {
  const isStored = isUpload || isVisitor(caller.endpoint);
  return bodies.open(claimantOf(caller, clients.networkFor(incoming)), { isStored });
}

function uploadOf(c: Context<ApiEnv>, caller: Caller, deps: RequestDependencies): UploadedBody {
  const { incoming } = c.env;
  const { 'content-type': contentType = '', 'content-length': length } = incoming.headers;
  return {
    contentType,
    sizeBytes: length === undefined ? undefined : Number(length),
    maxFileBytes: isVisitor(caller.endpoint) ? deps.bodies.limits.visitorFileBytes : undefined,
    get bytes() {
      return streamBody(incoming, bodyOf(c, caller, deps, { isUpload: true }));
    },
  };
}

export function languageOf(c: Context<ApiEnv>, { languages }: Pick<ApiDependencies, 'languages'>): Language {
  return resolveLanguage({ header: c.req.header(LANGUAGE_HEADER), acceptLanguage: c.req.header('accept-language') }, languages);
}
