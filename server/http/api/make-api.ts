import type { IncomingMessage } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Context, Hono } from 'hono';
import { z } from 'zod';
import { type Contracts, contracts } from '#lib/api/contracts.gen.ts';
import type { Contract } from '#lib/api/define-contract.ts';
import { scopeOf } from '#lib/api/scope.ts';
import { TurnLimit } from '#lib/async/turn-limit.ts';
import { AppError } from '#lib/errors/app-error.ts';
import { KEY_PREFIX } from '../../auth/api-key.ts';
import { readBearer } from '../../auth/read-bearer.ts';
import { WrongCredentials } from '../../auth/wrong-credentials.ts';
import { RequestLane } from '../../db/database/request-lane.ts';
import { RefusalPace } from '../../limits/refusal-pace.ts';
import { toOpenAiError } from '../../openai/openai-error.ts';
import { RunsOutsideLane } from '../../runtime/runs-outside-lane.ts';
import { METRICS_TYPE } from '../../telemetry/metrics.ts';
import { readStartForm } from '../files/read-start-form.ts';
import { isForm } from '../files/receive-files.ts';
import type { ApiDependencies } from '../handler-kit/api-dependencies.ts';
import type { ApiEnv } from '../handler-kit/api-env.ts';
import { assertFields } from '../handler-kit/authenticate.ts';
import type { StartForm, StreamAnswer } from '../handler-kit/define-handler.ts';
import { BodyBudget } from '../protocol/body-budget.ts';
import { DiscardBudget } from '../protocol/discard-rest.ts';
import { forVisitor, toErrorAnswer } from '../protocol/error-answer.ts';
import { guardHost, guardOrigin } from '../protocol/local-guard.ts';
import { parsePart } from '../protocol/parse-part.ts';
import { HOOKS_PATH } from '../resources/trigger-resource.ts';
import { allowListedPages, allowOrigins } from './allow-origins.ts';
import { BEARER_CHALLENGE } from './challenge-of.ts';
import { loadHandler } from './load-handler.ts';
import { mountProtocols } from './mount-protocols.ts';
import { observeRequest } from './observe-request.ts';
import { openAiAddressFor } from './openai-address.ts';
import {
  callerOf,
  contextOf,
  guardedRequestOf,
  isProbe,
  jsonBodyOf,
  languageOf,
  type RequestDependencies,
  whenGone,
} from './request-context.ts';
import { type ApiAnswer, sendAnswer } from './send-answer.ts';
import { openHook, originsOfHook } from './serve-hook.ts';
import { OPENAI_ROOT } from './serve-openai.ts';

/** Where published workflows are called. */
const RUN_PATH = '/api/v1/run';
const LARGE_BODY_BYTES = 256 * 1024;
const NO_QUERY = z.strictObject({});
/** Requests of strangers begin one after the other, so that many at once delay no member. */
const STRANGERS_PER_TURN = 1;

/**
 * The API under `/api/v1`, every route made from its contract. Served by `@hono/node-server`:
 * streams write to Node's own response.
 */
export function makeApi(dependencies: ApiDependencies): Hono<ApiEnv> {
  const deps: RequestDependencies = {
    ...dependencies,
    runs: new RunsOutsideLane(dependencies.runs),
    wrongCredentials: new WrongCredentials(dependencies),
    bodies: new BodyBudget(dependencies.bodyLimits),
    discards: new DiscardBudget(),
    turns: new TurnLimit(STRANGERS_PER_TURN),
    refusals: new RefusalPace({ clock: dependencies.clock, limits: dependencies.refusalLimits }),
  };
  const api = new Hono<ApiEnv>();
  api.use(async (c, next) => {
    // A client that leaves early does not end what it began.
    let isAnswered = false;
    await new RequestLane('strangers', () => isAnswered && c.env.outgoing.closed).run(next);
    isAnswered = true;
  });
  api.use(observeRequest(deps));
  api.use((c, next) => guardHostOf(c, next, deps));
  const ofHook = allowOrigins(async (c, admit) => originsOfHook(await openHook(c, deps, admit)), deps);
  for (const end of ['', '/']) api.use(`${HOOKS_PATH}/:slug/:triggerId${end}`, ofHook);
  const ofEndpoint = allowOrigins((c, admit) => deps.publishing.origins.find(c.req.param('slug') ?? '', admit), deps);
  api.use(`${RUN_PATH}/:slug`, ofEndpoint);
  api.use(`${RUN_PATH}/:slug/*`, ofEndpoint);
  const ofKeys = allowListedPages(deps);
  const shared = Object.values<Contract>(contracts).filter(({ access }) => access === 'workspace-or-key');
  for (const path of new Set([...shared.map(({ path }) => toHonoPath(path)), `${OPENAI_ROOT}*`])) api.use(path, ofKeys);
  api.use((c, next) => guardPage(c, next, deps));
  api.use((c, next) => refuseOpenAiPath(c, next, deps));
  const all = Object.entries(contracts) as [keyof Contracts, Contract][];
  for (const [name, contract] of all) {
    const operation = { name, contract, querySchema: queryOf(contract) };
    api.on(contract.method, toHonoPath(contract.path), (c) => serve(c, operation, deps));
  }
  mountProtocols(api, deps);
  const { metrics } = deps;
  // For those who look after servers, and no part of the API.
  if (metrics) {
    api.get('/metrics', async (c) => {
      await callerOf(c, { access: 'workspace' }, deps);
      return c.text(await metrics.read(), 200, { 'content-type': METRICS_TYPE });
    });
  }
  refuseOtherMethods(api, Object.values(contracts), deps);
  api.notFound(async (c) => {
    await callerOf(c, { access: 'workspace-or-key' }, deps);
    throw new AppError('not-found', `There is nothing at ${c.req.path}.`);
  });
  api.onError((error, c) => fail(c, error, deps));
  return api;
}

/** After all routes: a known path with another method. */
function refuseOtherMethods(api: Hono<ApiEnv>, contracts: readonly Contract[], deps: RequestDependencies): void {
  for (const [path, group] of Map.groupBy(contracts, (contract) => contract.path)) {
    const allowed = group.map(({ method }) => method).sort();
    // A key sees only the methods of its own endpoint.
    const access = group.some((contract) => contract.access === 'key') ? 'anyone' : 'workspace';
    api.all(toHonoPath(path), async (c) => {
      await callerOf(c, { access, scope: 'read' }, deps);
      const message = `${path} allows ${allowed.join(', ')}, not ${c.req.method}.`;
      throw new AppError('method-not-allowed', message, { details: { allow: allowed } });
    });
  }
}

/** For the key of an endpoint: a wrong base URL is no wrong key. */
async function refuseOpenAiPath(c: Context<ApiEnv>, next: () => Promise<void>, deps: RequestDependencies): Promise<void> {
  const address = openAiAddressFor(c.req.path);
  if (!address || !readBearer(c.req.header('authorization'))?.startsWith(KEY_PREFIX)) return next();
  const { endpoint } = await callerOf(c, { access: 'workspace-or-key' }, deps);
  // An endpoint may have the name of an operation.
  if (endpoint && c.req.path === `/api/v1/chat/${endpoint.slug}`) return next();
  c.set('isOfOpenAi', true);
  throw new AppError(
    'not-found',
    `There is nothing at ${c.req.path}. ${address} is: the base URL ends with ${OPENAI_ROOT.slice(0, -1)}.`,
  );
}

/** First of all: what a name that is not ours leads here costs nothing, and reads nothing. */
async function guardHostOf(c: Context<ApiEnv>, next: () => Promise<void>, deps: RequestDependencies): Promise<void> {
  const { guard, adminToken } = deps;
  if (adminToken === undefined || !isProbe(c)) guardHost(guardedRequestOf(c).host, guard);
  await next();
}

/** Where there is a token, it tells who sends a request. */
async function guardPage(
  c: Context<ApiEnv>,
  next: () => Promise<void>,
  { guard, adminToken }: RequestDependencies,
): Promise<void> {
  if (adminToken === undefined && !c.get('isListedOrigin')) guardOrigin(guardedRequestOf(c), guard);
  await next();
}

type Operation = {
  readonly name: keyof Contracts;
  readonly contract: Contract;
  readonly querySchema: z.ZodObject | undefined;
};

/**
 * A parameter that an operation does not have is refused, as a field of a body is. Addresses that
 * anyone may call, without parameters of their own, may get those that other sites add to links.
 */
function queryOf({ query, access = 'workspace' }: Contract): z.ZodObject | undefined {
  return query?.strict() ?? (access === 'anyone' ? undefined : NO_QUERY);
}

async function serve(
  c: Context<ApiEnv>,
  { name, contract, querySchema }: Operation,
  deps: RequestDependencies,
): Promise<Response> {
  const caller = await callerOf(c, { ...contract, scope: scopeOf(contract) }, deps);
  const params = contract.params && parsePart(contract.params, c.req.param(), { name: 'params' });
  const query = querySchema && parsePart(querySchema, c.req.query(), { name: 'query' });
  const headers = contract.headers && parsePart(contract.headers, c.req.header(), { name: 'headers' });
  const context = contextOf(c, caller, deps);
  const form = contract.takesForm && isForm(context.upload) ? await readStartForm(context) : undefined;
  let answer: ApiAnswer;
  try {
    const given = form ? form.body : contract.body && (await jsonBodyOf(c, caller, deps));
    const body = contract.body && parsePart(contract.body, given, { name: 'body', code: contract.invalidBody });
    assertFields(caller, contract, { query, body });
    const { handle } = await loadHandler(name);
    const parts = { params, query, headers, body } as Parameters<typeof handle>[0];
    if (contract.body && isLarge(c.env.incoming)) await nextTurn();
    answer = await handle({ ...parts, ...context, form });
  } catch (error) {
    await form?.discard();
    throw error;
  }
  // No run has the files of a start that is repeated, or that cannot be stored.
  if (isReplayed(answer)) await form?.discard();
  else if (form) discardUnlessStored(form, answer, deps);
  return sendAnswer(c, answer, context);
}

/** A stream is answered before its run is stored. */
function discardUnlessStored(form: StartForm, answer: object, { log }: RequestDependencies): void {
  const { stream } = answer as Partial<StreamAnswer>;
  stream?.started?.accepted
    .catch(() => form.discard())
    .catch((error: unknown) => log.warn('the files of a start that was not stored could not be deleted', { error }));
}

function isReplayed(answer: object): boolean {
  const { headers, stream } = answer as { headers?: object; stream?: { headers?: object } };
  return 'idempotent-replayed' in (headers ?? stream?.headers ?? {});
}

/** Reading a large body and handling it are turns of the event loop of their own, so that others get theirs. */
function isLarge({ headers }: IncomingMessage): boolean {
  return Number(headers['content-length'] ?? Number.POSITIVE_INFINITY) > LARGE_BODY_BYTES;
}

async function fail(c: Context<ApiEnv>, error: unknown, deps: RequestDependencies): Promise<Response> {
  const { log, metrics, languages, discards, refusals, clients } = deps;
  const isInsider = c.get('isInsider') === true;
  const requestId = c.get('requestId');
  const language = languageOf(c, { languages });
  const { status, body } = toErrorAnswer(c.get('isVisitor') ? forVisitor(error, requestId) : error, requestId, language);
  metrics?.countHttpError({ code: body.error.code });
  // The wait for a run ends with its client.
  const isGone = body.error.code === 'unavailable' && c.env.outgoing.closed;
  if (status >= 500 && !isGone) log.error('a request failed', { requestId, method: c.req.method, path: c.req.path, error });
  const retryAfterS = body.error.details?.retryAfterS;
  if (typeof retryAfterS === 'number') c.header('retry-after', String(retryAfterS));
  if (status === 401) c.header('www-authenticate', c.get('challenge') ?? BEARER_CHALLENGE);
  const allow = body.error.details?.allow;
  if (status === 405 && Array.isArray(allow)) c.header('allow', allow.join(', '));
  if (!isInsider && status < 500) await refusals.wait(clients.of(c.env.incoming), whenGone(c));
  const isDiscarded = discards.allows(c.env.incoming, { isInsider });
  if (body.error.code === 'body-timeout' || !isDiscarded) c.header('connection', 'close');
  if (!c.req.path.startsWith(OPENAI_ROOT) && !c.get('isOfOpenAi')) return c.json(body, status as 500);
  const refused = toOpenAiError(body.error, status);
  return c.json(refused.body, refused.status as 500);
}

/** `/runs/{id}` as Hono writes it. */
function toHonoPath(path: Contract['path']): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1');
}
