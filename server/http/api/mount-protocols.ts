import type { Context, Hono } from 'hono';
import { AppError } from '#lib/errors/app-error.ts';
import { RunningCalls } from '../../mcp-endpoint/running-calls.ts';
import type { ApiEnv } from '../handler-kit/api-env.ts';
import type { Caller } from '../handler-kit/authenticate.ts';
import type { HandlerContext } from '../handler-kit/define-handler.ts';
import { asEventStream } from '../protocol/event-stream.ts';
import { mcpClientName } from '../protocol/mcp-client-name.ts';
import { HOOKS_PATH, TEST_HOOKS_PATH } from '../resources/trigger-resource.ts';
import { callerOf, contextOf, jsonBodyOf, type RequestDependencies, whenGone } from './request-context.ts';
import { sendAnswer, sendEvents } from './send-answer.ts';
import { A2A_CARD_PATH, A2A_PATH, readA2aCard, readPublicCard, serveA2a } from './serve-a2a.ts';
import { AG_UI_PATH, serveAgUi } from './serve-ag-ui.ts';
import { serveHook, serveTestHook } from './serve-hook.ts';
import { LANGGRAPH_PATH, langGraphRoutes, refuseGraphPath } from './serve-langgraph.ts';
import { MCP_PATH, serveMcp } from './serve-mcp.ts';
import { OPENAI_ROOT, openAiPaths, openAiRoutes } from './serve-openai.ts';
import { mountWellKnown } from './serve-well-known.ts';
import { serveWorkflowMcp, WORKFLOW_MCP_PATH } from './serve-workflow-mcp.ts';

/** Routes whose requests and answers have the form of a protocol, and are no operations of this API. */
export function mountProtocols(api: Hono<ApiEnv>, deps: RequestDependencies): void {
  const calls = new RunningCalls();
  mountWellKnown(api, deps);
  for (const { method, path, access, handle } of openAiRoutes) {
    api.on(method, path, async (c) => {
      const caller = await callerOf(c, { access }, deps);
      const context = contextOf(c, caller, deps);
      const body = method === 'POST' ? await jsonBodyOf(c, caller, deps) : undefined;
      const idempotencyKey = c.req.header('idempotency-key');
      const repeats = readRepeats(c.req.header('x-stainless-retry-count'));
      const call = { body, idempotencyKey, repeats, model: c.req.param('model'), gone: whenGone(c) };
      return sendAnswer(c, await handle(call, context), context);
    });
  }
  api.get(A2A_CARD_PATH, async (c) => {
    const { authorization } = c.env.incoming.headers;
    const open = authorization === undefined && (await readPublicCard(c.req.param('slug'), incomingOf(c), deps));
    return c.json(open || (await readA2aCard(incomingOf(c), await keyContextOf(c, deps))), 200);
  });
  api.post(A2A_PATH, async (c) => {
    const context = await keyContextOf(c, deps);
    const answer = await serveA2a(await jsonBodyOf(c, context, deps), incomingOf(c), context);
    return Symbol.asyncIterator in answer ? sendEvents(c, answer, deps) : c.json(answer, 200);
  });
  api.post(AG_UI_PATH, async (c) => {
    const caller = await callerOf(c, { access: 'key' }, deps);
    const context = contextOf(c, caller, deps);
    return sendAnswer(c, await serveAgUi(await jsonBodyOf(c, caller, deps), context), context);
  });
  for (const { method, path, handle } of langGraphRoutes) {
    api.on(method, path, async (c) => {
      const context = await keyContextOf(c, deps);
      const body = hasBody(c) ? await jsonBodyOf(c, context, deps) : undefined;
      const { searchParams: query } = new URL(c.req.url);
      const lastEventId = c.req.header('last-event-id');
      const call = { context, params: c.req.param(), query, body, lastEventId, gone: whenGone(c) };
      return sendAnswer(c, await handle(call), context);
    });
  }
  api.all(`${LANGGRAPH_PATH}/*`, async (c) => {
    await keyContextOf(c, deps);
    return refuseGraphPath(c.req.path);
  });
  api.all(`${OPENAI_ROOT}*`, async (c) => {
    await callerOf(c, { access: 'workspace-or-key' }, deps);
    throw new AppError('not-found', `There is nothing at ${c.req.path}. This server has ${openAiPaths.join(', ')}.`);
  });
  // A protocol of its own: operations of this API as tools, and each published workflow as one.
  api.all(MCP_PATH, async (c) => {
    const { body, context } = await mcpCallOf(c, deps);
    return asEventStream(await serveMcp(c.req.raw, body, context), deps.heartbeatMs);
  });
  api.all(WORKFLOW_MCP_PATH, async (c) => {
    const { body, context } = await mcpCallOf(c, deps);
    const request = { headers: c.env.incoming.headers, body, gone: whenGone(c), raw: c.req.raw, calls };
    const answer = await serveWorkflowMcp(request, context);
    return answer instanceof Response ? asEventStream(answer, deps.heartbeatMs) : sendAnswer(c, answer, context);
  });
  // Requests of other services, in their own form.
  for (const end of ['', '/']) api.all(`${HOOKS_PATH}/:slug/:triggerId${end}`, (c) => serveHook(c, deps));
  api.all(`${TEST_HOOKS_PATH}/:token`, (c) => serveTestHook(c, deps));
}

/** The SDKs of OpenAI count how often they have sent a request before. */
function readRepeats(header: string | undefined): number | undefined {
  return header !== undefined && /^\d{1,3}$/.test(header) ? Number(header) : undefined;
}

/** The context of an operation of a published workflow that counts for the rate of its key itself. */
async function keyContextOf(c: Context<ApiEnv>, deps: RequestDependencies): Promise<HandlerContext> {
  const caller = await mcpCallerOf(c, deps);
  return contextOf(c, caller, deps);
}

async function mcpCallOf(c: Context<ApiEnv>, deps: RequestDependencies): Promise<{ body: unknown; context: HandlerContext }> {
  const caller = await mcpCallerOf(c, deps);
  const body = c.req.method === 'POST' ? await jsonBodyOf(c, caller, deps) : undefined;
  const context = contextOf(c, caller, deps);
  return { body, context: { ...context, client: mcpClientName(body) ?? context.client, surface: 'mcp' } };
}

function hasBody({ env }: Context<ApiEnv>): boolean {
  const { 'content-length': length = '0', 'transfer-encoding': encoding } = env.incoming.headers;
  return length !== '0' || encoding !== undefined;
}

function incomingOf(c: Context<ApiEnv>) {
  return { headers: c.env.incoming.headers, origin: new URL(c.req.url).origin, gone: whenGone(c) };
}

/** The workspace, or where a workflow is named the key of its endpoint. Only calls of tools count for its rate. */
async function mcpCallerOf(c: Context<ApiEnv>, deps: RequestDependencies): Promise<Caller> {
  const slug = c.req.param('slug');
  // Each operation that a tool calls checks the scope that it needs.
  if (slug === undefined) return callerOf(c, { access: 'workspace', scope: 'read' }, deps);
  const caller = await callerOf(c, { access: 'workspace-or-key' }, deps);
  if (caller.endpoint?.slug === slug) return caller;
  throw new AppError(
    'authentication-failed',
    'A key of this endpoint is needed, as Authorization: Bearer tlk_… It opens nothing else.',
  );
}
