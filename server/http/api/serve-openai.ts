import type { z } from 'zod';
import type { Contract } from '#lib/api/define-contract.ts';
import { AppError } from '#lib/errors/app-error.ts';
import type { Surface } from '#lib/run/run-origin.ts';
import { NO_USAGE } from '#lib/run/token-usage.ts';
import { replyingNodes } from '#lib/workflow/replying-nodes.ts';
import { conversationInputs } from '../../conversation/conversation-inputs.ts';
import { type RunEnd, replyOf } from '../../conversation/reply.ts';
import type { Endpoint } from '../../db/stores/endpoint-store.ts';
import { type AnswerHead, chatCompletion, chatFrames } from '../../openai/chat-completion.ts';
import { chatRequestSchema, type ReplyRequest, readChatRequest } from '../../openai/chat-request.ts';
import { failedRunError } from '../../openai/openai-error.ts';
import { responseFrames, responseObject } from '../../openai/response-object.ts';
import { readResponsesRequest, responsesRequestSchema } from '../../openai/responses-request.ts';
import type { HandlerContext, StreamAnswer } from '../handler-kit/define-handler.ts';
import { parsePart } from '../protocol/parse-part.ts';
import { readReplies } from '../runs/read-replies.ts';
import { startDeployment } from '../start/start-deployment.ts';
import { startInputsOf } from './start-inputs-of.ts';

/** The base of the addresses that clients of OpenAI are given is this without the last slash. */
export const OPENAI_ROOT = '/v1/';

type Call = {
  readonly body: unknown;
  readonly idempotencyKey: string | undefined;
  /** From the path. */
  readonly model: string | undefined;
};
type Whole = { readonly status: number; readonly headers?: Readonly<Record<string, string>>; readonly body: object };
type Answer = Whole | StreamAnswer;
type Route = {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly access: NonNullable<Contract['access']>;
  readonly handle: (call: Call, context: HandlerContext) => Promise<Answer>;
};

/** Clients repeat what failed on a server; a run that failed would run three times. */
const noRetry = { 'x-should-retry': 'false' };

export const openAiRoutes: readonly Route[] = [
  { method: 'POST', path: '/v1/chat/completions', access: 'key', handle: completeChat },
  { method: 'POST', path: '/v1/responses', access: 'key', handle: createResponse },
  { method: 'GET', path: '/v1/models', access: 'workspace-or-key', handle: listModels },
  { method: 'GET', path: '/v1/models/:model', access: 'workspace-or-key', handle: getModel },
];
export const openAiPaths: readonly string[] = openAiRoutes.map(
  ({ method, path }) => `${method} ${path.replace(':model', '{model}')}`,
);

async function completeChat({ body, idempotencyKey }: Call, context: HandlerContext) {
  const read = parsePart(chatRequestSchema, body, { name: 'body' }) as z.output<typeof chatRequestSchema>;
  const request = readChatRequest(read);
  const { includeUsage } = request;
  return answer(request, idempotencyKey, context, {
    frames: (made) => chatFrames({ ...made, includeUsage }),
    whole: chatCompletion,
    surface: 'openai-chat',
  });
}

async function createResponse({ body, idempotencyKey }: Call, context: HandlerContext) {
  const read = parsePart(responsesRequestSchema, body, { name: 'body' }) as z.output<typeof responsesRequestSchema>;
  return answer(readResponsesRequest(read), idempotencyKey, context, {
    frames: responseFrames,
    whole: responseObject,
    surface: 'openai-responses',
  });
}

type Format = {
  readonly frames: (made: Parameters<typeof responseFrames>[0]) => ReturnType<typeof responseFrames>;
  readonly whole: (...parts: Parameters<typeof chatCompletion>) => object;
  readonly surface: Surface;
};

/** Runs the endpoint of the key and writes its reply in the format of one of the APIs. */
async function answer(
  request: ReplyRequest,
  idempotencyKey: string | undefined,
  context: HandlerContext,
  { frames, whole, surface }: Format,
) {
  const endpoint = endpointOf(request.model, context);
  const { deps, language } = context;
  const workflow = await deps.publishing.frozen.get(endpoint.documentHash);
  const { user, sessionId, isStream, format, field } = request;
  const inputs = conversationInputs(request.messages, { declared: startInputsOf(workflow), given: request.inputs, field });
  const started = await startDeployment(
    {
      headers: { ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }) },
      body: { inputs, mode: isStream ? 'stream' : 'sync', ...(user && { user }), ...(sessionId && { sessionId }) },
      surface,
    },
    context,
  );
  const reply = (end: RunEnd) => replyOf(end, { format, level: endpoint.events, language });
  const headFor = (runId: string): AnswerHead => ({
    runId,
    model: endpoint.slug,
    createdAtS: Math.floor(deps.clock.now() / 1000),
  });
  if ('stream' in started) {
    const live: ReadonlySet<string> = format.kind === 'text' ? replyingNodes(workflow) : new Set();
    const isOwn = started.stream.started !== undefined;
    const written = frames({ head: headFor(started.stream.runId), live, replyOf: reply });
    return { stream: { ...started.stream, frames: written, stopsWithClient: isOwn } };
  }
  if (!('body' in started)) throw new AppError('internal', 'A run that was started has no answer.');
  const end = started.body as RunEnd;
  const usage = end.usage ?? NO_USAGE;
  const replies = await readReplies(end.runId, { workflow, stored: context.repos.runs });
  const said = reply({ ...end, usage, replies });
  const headers = { ...started.headers, ...(!said.ok && noRetry) };
  if (!said.ok) return { status: 500, headers, body: failedRunError(said.error) };
  return { status: 200, headers, body: whole(headFor(end.runId), said, usage) };
}

/** A key opens one endpoint, whose slug is the model. */
function endpointOf(model: string, { endpoint }: Pick<HandlerContext, 'endpoint'>): Endpoint {
  if (!endpoint) throw new AppError('authentication-failed', 'This API is used with the key of an endpoint.');
  if (model === endpoint.slug) return endpoint;
  const problem = { path: 'body.model', message: `This key opens the model ${endpoint.slug}`, value: model };
  throw new AppError('model-not-found', `${problem.message}, not ${model}`, { details: { problems: [problem] } });
}

async function listModels(_call: Call, context: HandlerContext) {
  return { status: 200, body: { object: 'list', data: [await modelOf(context)] } };
}

async function getModel({ model = '' }: Call, context: HandlerContext) {
  endpointOf(model, context);
  return { status: 200, body: await modelOf(context) };
}

async function modelOf({ endpoint, repos }: HandlerContext) {
  if (!endpoint) throw new AppError('authentication-failed', 'This API is used with the key of an endpoint.');
  const { slug } = endpoint;
  const deployment = await repos.deployments.get(slug);
  return {
    id: slug,
    object: 'model',
    created: Math.floor((deployment?.createdAt.getTime() ?? 0) / 1000),
    owned_by: 'threadloom',
  };
}
