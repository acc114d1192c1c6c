import type { IncomingMessage } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { type Context, Hono } from 'hono';
import { streamSSE } from 'hono/streaming';
import type { Contract } from '#lib/api/define-contract.ts';
import { AppError } from '#lib/errors/app-error.ts';
import { LANGUAGE_HEADER, type Language, resolveLanguage } from '#lib/i18n/language.ts';
import { readTraceparent } from '#lib/run/trace-context.ts';
import { WrongCredentials } from '../../auth/wrong-credentials.ts';
import type { RunRepository } from '../../db/repositories/run-repository.ts';
import { toOpenAiError } from '../../openai/openai-error.ts';
import { METRICS_TYPE } from '../../telemetry/metrics.ts';
import type { ApiDependencies } from '../handler-kit/api-dependencies.ts';
import type { ApiEnv } from '../handler-kit/api-env.ts';
import { authenticate, type Caller, carriesKey, credentialKindOf } from '../handler-kit/authenticate.ts';
import type { FileAnswer, Handler, HandlerContext, StreamAnswer, UploadedBody } from '../handler-kit/define-handler.ts';
import { isBeyondDiscarding } from '../protocol/discard-rest.ts';
import { toErrorAnswer } from '../protocol/error-answer.ts';
import { type GuardedRequest, guardCookieRequest, guardHost, guardLocalRequest } from '../protocol/local-guard.ts';
import { parsePart } from '../protocol/parse-part.ts';
import { readJsonBody } from '../protocol/read-json-body.ts';
import { securityHeaders } from '../protocol/security-headers.ts';
import { HOOKS_PATH, TEST_HOOKS_PATH } from '../resources/trigger-resource.ts';
import { RunStream } from '../runs/run-stream.ts';
import { handlers } from './handlers.gen.ts';
import { observeRequest } from './observe-request.ts';
import { sendFile } from './send-file.ts';
import { A2A_CARD_PATH, A2A_PATH, readA2aCard, serveA2a } from './serve-a2a.ts';
import { AG_UI_PATH, serveAgUi } from './serve-ag-ui.ts';
import { serveHook, serveTestHook } from './serve-hook.ts';
import { MCP_PATH, serveMcp } from './serve-mcp.ts';
import { OPENAI_ROOT, openAiPaths, openAiRoutes } from './serve-openai.ts';
import { serveWorkflowMcp, WORKFLOW_MCP_PATH } from './serve-workflow-mcp.ts';

/** Later versions of the standard may say more than its 55 characters; it is kept in the run's log. */
const MAX_TRACEPARENT_CHARS = 200;
const LARGE_BODY_BYTES = 256 * 1024;
/** Load balancers ask for them by address. */
const PROBES = ['/api/v1/health', '/api/v1/ready', '/metrics'];

type Answer =
  | StreamAnswer
  | FileAnswer
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>>; readonly body?: object | undefined };
type Parts = ApiDependencies & { readonly wrongCredentials: WrongCredentials };

/**
 * The API under `/api/v1`, every route made from its contract. Served by `@hono/node-server`:
 * streams write to Node's own response.
 */
export function makeApi(dependencies: ApiDependencies): Hono<ApiEnv> {
  const deps: Parts = { ...dependencies, wrongCredentials: new WrongCredentials(dependencies) };
  const api = new Hono<ApiEnv>();
  api.use(observeRequest(deps));
  api.use((c, next) => guardRequest(c, { next, deps }));
  // each handler fits its own contract, which this loop cannot follow
  const all = Object.values(handlers) as unknown as Handler[];
  for (const { contract, handle } of all)
    api.on(contract.method, toHonoPath(contract.path), (c) => serve(c, { contract, handle }, deps));
  for (const { method, path, access, handle } of openAiRoutes) {
    api.on(method, path, async (c) => {
      const caller = await callerOf(c, { access }, deps);
      const asked = { requestId: c.get('requestId'), language: languageOf(c, deps), upload: uploadOf(c.env.incoming) };
      const context = { ...caller, ...asked, traceparent: traceparentIn(c), repos: deps.repos(caller.workspaceId), deps };
      const body = method === 'POST' ? await readJsonBody(c.env.incoming) : undefined;
      const idempotencyKey = c.req.header('idempotency-key');
      return send(c, await handle({ body, idempotencyKey, model: c.req.param('model') }, context), context);
    });
  }
  api.get(A2A_CARD_PATH, async (c) => c.json(await readA2aCard(incomingOf(c), await keyContextOf(c, deps)), 200));
  api.post(A2A_PATH, async (c) => {
    const context = await keyContextOf(c, deps);
    const answer = await serveA2a(await readJsonBody(c.env.incoming), incomingOf(c), context);
    return Symbol.asyncIterator in answer ? sendEvents(c, answer) : c.json(answer, 200);
  });
  api.post(AG_UI_PATH, async (c) => {
    const caller = await callerOf(c, { access: 'key' }, deps);
    const asked = { requestId: c.get('requestId'), language: languageOf(c, deps), upload: uploadOf(c.env.incoming) };
    const context = { ...caller, ...asked, traceparent: traceparentIn(c), repos: deps.repos(caller.workspaceId), deps };
    return send(c, await serveAgUi(await readJsonBody(c.env.incoming), context), context);
  });
  api.all(`${OPENAI_ROOT}*`, async (c) => {
    await callerOf(c, { access: 'workspace-or-key' }, deps);
    throw new AppError('not-found', `There is nothing at ${c.req.path}. This server has ${openAiPaths.join(', ')}.`);
  });
  // A protocol of its own: operations of this API as tools, and each published workflow as one.
  const mcp = { [MCP_PATH]: serveMcp, [WORKFLOW_MCP_PATH]: serveWorkflowMcp };
  for (const [path, serveOne] of Object.entries(mcp)) {
    api.all(path, async (c) => {
      const caller = await mcpCallerOf(c, deps);
      const body = c.req.method === 'POST' ? await readJsonBody(c.env.incoming) : undefined;
      const asked = { requestId: c.get('requestId'), origin: c.req.header('origin'), language: languageOf(c, deps) };
      const upload = uploadOf(c.env.incoming);
      return serveOne(c.req.raw, body, { ...caller, repos: deps.repos(caller.workspaceId), deps, upload, ...asked });
    });
  }
  // Requests of other services, in their own form.
  api.all(`${HOOKS_PATH}/:slug/:triggerId`, (c) => serveHook(c, deps));
  api.all(`${TEST_HOOKS_PATH}/:token`, (c) => serveTestHook(c, deps));
  const { metrics } = deps;
  // For those who look after servers, and no part of the API.
  if (metrics) {
    api.get('/metrics', async (c) => {
      await callerOf(c, { access: 'workspace' }, deps);
      return c.text(await metrics.read(), 200, { 'content-type': METRICS_TYPE });
    });
  }
  refuseOtherMethods(
    api,
    all.map(({ contract }) => contract),
    deps,
  );
  api.notFound(async (c) => {
    await callerOf(c, { access: 'workspace' }, deps);
    throw new AppError('not-found', `There is nothing at ${c.req.path}.`);
  });
  api.onError((error, c) => fail(c, error, deps));
  return api;
}

/** After all routes: a known path with another method. */
function refuseOtherMethods(api: Hono<ApiEnv>, contracts: readonly Contract[], deps: Parts): void {
  for (const [path, group] of Map.groupBy(contracts, (contract) => contract.path)) {
    const allowed = group.map(({ method }) => method).sort();
    // A key sees only the methods of its own endpoint.
    const access = group.some((contract) => contract.access === 'key') ? 'anyone' : 'workspace';
    api.all(toHonoPath(path), async (c) => {
      await callerOf(c, { access }, deps);
      c.header('allow', allowed.join(', '));
      throw new AppError('method-not-allowed', `${path} allows ${allowed.join(', ')}, not ${c.req.method}.`);
    });
  }
}

/** Where there is a token, it tells who sends a request, and only the host is checked here. */
async function guardRequest(
  c: Context<ApiEnv>,
  { next, deps: { guard, adminToken } }: { next: () => Promise<void>; deps: Parts },
): Promise<void> {
  const request = guardedRequestOf(c);
  if (adminToken === undefined) guardLocalRequest(request, guard);
  else if (!PROBES.includes(c.req.path)) guardHost(request.host, guard);
  await next();
}

function guardedRequestOf(c: Context<ApiEnv>): GuardedRequest {
  return {
    method: c.req.method,
    host: c.req.header('host'),
    origin: c.req.header('origin'),
    secFetchSite: c.req.header('sec-fetch-site'),
    carriesKey: carriesKey(c.req.header('authorization')),
  };
}

async function callerOf(c: Context<ApiEnv>, { access }: Pick<Contract, 'access'>, deps: Parts): Promise<Caller> {
  const authorization = c.req.header('authorization');
  const cookie = c.req.header('cookie');
  try {
    const caller = await authenticate(access, { authorization, cookie, slug: c.req.param('slug') }, deps);
    if (caller.signIn !== undefined) guardCookieRequest(guardedRequestOf(c), deps.guard);
    return caller;
  } catch (error) {
    const kind = credentialKindOf(authorization, access);
    const isWrong = AppError.is(error) && error.code === 'authentication-failed';
    if (isWrong && kind) await deps.wrongCredentials.slowDown(c.env.incoming.socket.remoteAddress, kind, whenGone(c));
    throw error;
  }
}

/** The context of an operation of a published workflow that counts for the rate of its key itself. */
async function keyContextOf(c: Context<ApiEnv>, deps: Parts): Promise<HandlerContext> {
  const caller = await mcpCallerOf(c, deps);
  const asked = { requestId: c.get('requestId'), language: languageOf(c, deps), upload: uploadOf(c.env.incoming) };
  return { ...caller, ...asked, traceparent: traceparentIn(c), repos: deps.repos(caller.workspaceId), deps };
}

function incomingOf(c: Context<ApiEnv>) {
  return { headers: c.env.incoming.headers, origin: new URL(c.req.url).origin, gone: whenGone(c) };
}

/** Values as server-sent events. A reader that is slow makes the source wait; one that is gone ends it. */
function sendEvents(c: Context<ApiEnv>, values: AsyncIterable<unknown>): Response {
  return streamSSE(c, async (stream) => {
    for await (const value of values) {
      if (stream.aborted) break;
      await stream.writeSSE({ data: JSON.stringify(value) });
    }
  });
}

/** The workspace, or where a workflow is named the key of its endpoint. Only calls of tools count for its rate. */
async function mcpCallerOf(c: Context<ApiEnv>, deps: Parts): Promise<Caller> {
  const slug = c.req.param('slug');
  if (slug === undefined) return callerOf(c, { access: 'workspace' }, deps);
  const caller = await callerOf(c, { access: 'workspace-or-key' }, deps);
  if (caller.endpoint?.slug === slug) return caller;
  throw new AppError(
    'authentication-failed',
    'A key of this endpoint is needed, as Authorization: Bearer tlk_… It opens nothing else.',
  );
}

/** Aborts when the client has closed the connection. */
function whenGone(c: Context<ApiEnv>): AbortSignal {
  const gone = new AbortController();
  c.env.outgoing.once('close', () => gone.abort());
  return gone.signal;
}

async function serve(c: Context<ApiEnv>, { contract, handle }: Handler, deps: Parts): Promise<Response> {
  const caller = await callerOf(c, contract, deps);
  const params = contract.params && parsePart(contract.params, c.req.param(), { name: 'params' });
  const query = contract.query && parsePart(contract.query, c.req.query(), { name: 'query' });
  const headers = contract.headers && parsePart(contract.headers, c.req.header(), { name: 'headers' });
  const body =
    contract.body && parsePart(contract.body, await readJsonBody(c.env.incoming), { name: 'body', code: contract.invalidBody });
  const parts = { params, query, headers, body } as Parameters<typeof handle>[0];
  if (contract.body && isLarge(c.env.incoming)) await nextTurn();
  const repos = deps.repos(caller.workspaceId);
  const language = languageOf(c, deps);
  const asked = {
    upload: uploadOf(c.env.incoming),
    requestId: c.get('requestId'),
    traceparent: traceparentIn(c),
    origin: c.req.header('origin'),
    language,
  };
  return send(c, await handle({ ...parts, ...caller, repos, deps, ...asked }), { ...caller, repos, deps, language });
}

type Sending = Pick<HandlerContext, 'deps' | 'repos' | 'endpoint' | 'language'>;

function send(c: Context<ApiEnv>, answer: Answer, { deps, repos, endpoint, language }: Sending): Response | Promise<Response> {
  if (isStream(answer)) return openStream(c, answer, { deps, store: repos.runs, keyId: endpoint?.keyId, language });
  if (isFile(answer)) return sendFile(c, answer.file, deps);
  const { 'x-run-id': runId } = answer.headers ?? {};
  if (runId !== undefined) c.set('runId', runId);
  for (const [name, value] of Object.entries(answer.headers ?? {})) c.header(name, value);
  // statuses come from the contracts, where they are plain numbers
  if (answer.body === undefined) return c.body(null, answer.status as 204);
  return c.json(answer.body, answer.status as 200);
}

/** Reading a large body and handling it are turns of the event loop of their own, so that others get theirs. */
function isLarge({ headers }: IncomingMessage): boolean {
  return Number(headers['content-length'] ?? Number.POSITIVE_INFINITY) > LARGE_BODY_BYTES;
}

function traceparentIn(c: Context<ApiEnv>): string | undefined {
  const given = c.req.header('traceparent');
  return given !== undefined && given.length <= MAX_TRACEPARENT_CHARS && readTraceparent(given) ? given : undefined;
}

function isStream(answer: object): answer is StreamAnswer {
  return 'stream' in answer;
}

function isFile(answer: object): answer is FileAnswer {
  return 'file' in answer;
}

function uploadOf(incoming: IncomingMessage): UploadedBody {
  const { 'content-type': contentType = '', 'content-length': length } = incoming.headers;
  // The connection stays open for the answer, and `discardRest` reads the rest.
  return {
    contentType,
    sizeBytes: length === undefined ? undefined : Number(length),
    bytes: incoming.iterator({ destroyOnReturn: false }),
  };
}

type Streaming = {
  readonly deps: ApiDependencies;
  readonly store: RunRepository;
  readonly keyId: string | undefined;
  readonly language: Language;
};

function openStream(c: Context<ApiEnv>, { stream }: StreamAnswer, { deps, store, keyId, language }: Streaming): Response {
  const { runId, afterSeq, level, texts, started, headers: more, frames, lastFrame, stopsWithClient } = stream;
  c.set('runId', runId);
  const headers = {
    ...securityHeaders,
    // Some clients read text without a charset as ISO-8859-1.
    'content-type': 'text/event-stream; charset=utf-8',
    'x-accel-buffering': 'no',
    'x-request-id': c.get('requestId'),
    'x-run-id': runId,
    ...more,
  };
  if (c.req.raw.method === 'HEAD') return c.body(null, 200, headers);
  const { pages, open } = deps.streams;
  const onEnd = openFor(started, () => open.open({ runId, keyId }));
  const { outgoing } = c.env;
  outgoing.writeHead(200, headers);
  // at once: a client may wait long for the first event, and would not know that it is connected
  outgoing.flushHeaders();
  new RunStream(outgoing, {
    runId,
    afterSeq,
    level,
    texts,
    language,
    hub: deps.hub,
    store,
    log: deps.log,
    pages,
    onEnd,
    heartbeatMs: deps.heartbeatMs,
    stallMs: deps.stallMs,
    accepted: started?.accepted,
    frames,
    lastFrame,
  });
  if (stopsWithClient) outgoing.once('close', () => outgoing.writableFinished || void stopAbandoned(runId, { deps, store }));
  return RESPONSE_ALREADY_SENT;
}

/** For a run whose client is gone. */
async function stopAbandoned(runId: string, { deps, store }: Pick<Streaming, 'deps' | 'store'>): Promise<void> {
  try {
    await store.requestStop(runId);
    await deps.runs.stop(runId, { graceMs: 0 });
  } catch (error) {
    deps.log.warn('a run whose client is gone could not be stopped', { runId, error });
  }
}

function languageOf(c: Context<ApiEnv>, { languages }: Pick<ApiDependencies, 'languages'>): Language {
  return resolveLanguage({ header: c.req.header(LANGUAGE_HEADER), acceptLanguage: c.req.header('accept-language') }, languages);
}

function fail(c: Context<ApiEnv>, error: unknown, { log, metrics, languages }: ApiDependencies): Response {
  const requestId = c.get('requestId');
  const language = languageOf(c, { languages });
  const { status, body } = toErrorAnswer(error, requestId, language);
  metrics?.countHttpError({ code: body.error.code });
  if (status >= 500) log.error('a request failed', { requestId, method: c.req.method, path: c.req.path, error });
  if (body.error.code === 'rate-limited') c.header('retry-after', String(body.error.details?.retryAfterS));
  if (isBeyondDiscarding(c.env.incoming)) c.header('connection', 'close');
  if (!c.req.path.startsWith(OPENAI_ROOT)) return c.json(body, status as 500);
  const refused = toOpenAiError(body.error, status);
  return c.json(refused.body, refused.status as 500);
}

/** A run that this request has started continues without its stream: the caller needs its id. */
function openFor<T>(started: StreamAnswer['stream']['started'], open: () => T): T {
  try {
    return open();
  } catch (error) {
    if (!started || !AppError.is(error)) throw error;
    const { runId } = started;
    throw new AppError(error.code, `${error.message} The run ${runId} was started; read its events later.`, {
      details: { ...error.details, runId },
    });
  }
}

/** `/runs/{id}` as Hono writes it. */
function toHonoPath(path: Contract['path']): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1');
}
