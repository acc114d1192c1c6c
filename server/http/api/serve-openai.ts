import type { z } from 'zod';
import type { Contract } from '#lib/api/define-contract.ts';
import { AppError } from '#lib/errors/app-error.ts';
import type { StoredEvent } from '#lib/run/run-event.ts';
import type { Surface } from '#lib/run/run-origin.ts';
import { SILENT_WAIT_MS } from '#lib/run/short-wait.ts';
import { NO_USAGE } from '#lib/run/token-usage.ts';
import type { LiveTexts } from '#lib/workflow/live-replies.ts';
import { replyingNodes } from '#lib/workflow/replying-nodes.ts';
import type { Workflow } from '#lib/workflow/workflow.ts';
import { leftOutHeader } from '../../conversation/content-blocks.ts';
import { conversationInputs } from '../../conversation/conversation-inputs.ts';
import { type RunEnd, replyOf } from '../../conversation/reply.ts';
import { ReplyReader } from '../../conversation/reply-reader.ts';
import type { Endpoint } from '../../db/stores/endpoint-store.ts';
import { type AnswerHead, chatCompletion, chatFrames, chatToolCalls } from '../../openai/chat-completion.ts';
import { chatRequestSchema, type ReplyRequest, readChatRequest } from '../../openai/chat-request.ts';
import { failedRunError } from '../../openai/openai-error.ts';
import { responseFrames, responseObject, responseToolCalls } from '../../openai/response-object.ts';
import { readResponsesRequest, responsesRequestSchema } from '../../openai/responses-request.ts';
import { ToolCallReader } from '../../openai/tool-calls.ts';
import type { HandlerContext, StreamAnswer } from '../handler-kit/define-handler.ts';
import { parsePart } from '../protocol/parse-part.ts';
import { runReaderOf } from '../resources/run-reader-of.ts';
import { readLiveEvents } from '../runs/read-live-events.ts';
import { readReplies } from '../runs/read-replies.ts';
import { allowedCallerTools } from '../start/allowed-caller-tools.ts';
import { areOwnCalls, continueCalls, stopAbandonedCalls } from '../start/continue-calls.ts';
import { startDeployment } from '../start/start-deployment.ts';
import { startInputsOf } from './start-inputs-of.ts';

/** The base of the addresses that clients of OpenAI are given is this without the last slash. */
export const OPENAI_ROOT = '/v1/';

type Call = {
  readonly body: unknown;
  readonly idempotencyKey: string | undefined;
  /** How often the client has sent the request before, where it counts that. */
  readonly repeats: number | undefined;
  /** From the path. */
  readonly model: string | undefined;
  /** Aborts when the client has closed the connection. */
  readonly gone: AbortSignal;
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

async function completeChat({ body, ...asking }: Call, context: HandlerContext) {
  const read = parsePart(chatRequestSchema, body, { name: 'body' }) as z.output<typeof chatRequestSchema>;
  const request = readChatRequest(read);
  const { includeUsage } = request;
  return answer(request, asking, context, {
    frames: (made) => chatFrames({ ...made, includeUsage }),
    whole: chatCompletion,
    called: chatToolCalls,
    surface: 'openai-chat',
  });
}

async function createResponse({ body, ...asking }: Call, context: HandlerContext) {
  const read = parsePart(responsesRequestSchema, body, { name: 'body' }) as z.output<typeof responsesRequestSchema>;
  const format: Format = {
    frames: responseFrames,
    whole: responseObject,
    called: responseToolCalls,
    surface: 'openai-responses',
  };
  return answer(readResponsesRequest(read), asking, context, format);
}

type Format = {
  readonly frames: (made: Parameters<typeof responseFrames>[0]) => ReturnType<typeof responseFrames>;
  readonly whole: (...parts: Parameters<typeof chatCompletion>) => object;
  readonly called: (...parts: Parameters<typeof chatToolCalls>) => object;
  readonly surface: Surface;
};
type Answering = {
  readonly request: ReplyRequest;
  readonly endpoint: Endpoint;
  readonly workflow: Workflow;
  readonly format: Format;
  /** Aborts when the client has closed the connection. */
  readonly signal: AbortSignal;
};
type Asking = Pick<Call, 'idempotencyKey' | 'repeats' | 'gone'>;

/** Runs the endpoint of the key, or continues a run with results. The reply has the format of one of the APIs. */
async function answer(request: ReplyRequest, { idempotencyKey, repeats, gone }: Asking, context: HandlerContext, format: Format) {
  const endpoint = endpointOf(request.model, context);
  if (request.isStream) context.streamPermit?.take();
  const workflow = await context.deps.publishing.frozen.get(endpoint.documentHash);
  const answering: Answering = { request, endpoint, workflow, format, signal: gone };
  const isHandedOver = request.results.length > 0 && !(await areOwnCalls(request, endpoint, context));
  if (request.results.length > 0 && !isHandedOver) return continueAnswer(answering, context);
  if (request.pastCallIds.length > 0) await stopAbandonedCalls(request.pastCallIds, endpoint, context);
  const { user, sessionId, isStream, field } = request;
  const declared = startInputsOf(workflow);
  const inputs = conversationInputs(request.messages, {
    declared,
    given: request.inputs,
    field,
    mayEndWithAnswer: isHandedOver,
  });
  const results = isHandedOver ? request.results.map(({ field: at }) => `${at}: this call is of another program`) : [];
  const leftOut = [...request.leftOut, ...results];
  const callerTools = allowedCallerTools({ callerTools: request.callerTools, endpoint, workflow }, leftOut);
  const unread = leftOutHeader(leftOut);
  const started = await startDeployment(
    {
      headers: { ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }) },
      body: { inputs, mode: isStream ? 'stream' : 'sync', ...(user && { user }), ...(sessionId && { sessionId }) },
      ...(callerTools && { callerTools }),
      // A stream that its client gave up is stopped with it.
      ...(!isStream && { repeats }),
      surface: format.surface,
    },
    context,
  );
  if ('stream' in started) {
    const { stream } = started;
    const tools = new ToolCallReader(request.callerTools);
    const written = writtenFrames(answering, { runId: stream.runId, tools }, context);
    const headers = { ...stream.headers, ...unread };
    return { stream: { ...stream, headers, ...written, ...(stream.started === undefined && { stopsWithClient: false }) } };
  }
  if (!('body' in started)) throw new AppError('internal', 'A run that was started has no answer.');
  const end = started.body as RunEnd;
  const headers = { ...started.headers, ...unread };
  // A repeated start gets its first answer, however far the run is by now.
  if (callerTools && (end.status === 'waiting' || 'idempotent-replayed' in started.headers)) {
    const segment = { runId: end.runId, afterSeq: 0, tools: new ToolCallReader(request.callerTools), headers };
    return readWhole(answering, segment, context);
  }
  const usage = end.usage ?? NO_USAGE;
  const replies = await readReplies(end.runId, { workflow, stored: context.repos.runs });
  return sayWhole(answering, { end: { ...end, usage, replies }, headers }, context);
}

/** With the results of the caller, without a new run. */
async function continueAnswer(answering: Answering, context: HandlerContext): Promise<Answer> {
  const { request, endpoint } = answering;
  const continued = await continueCalls(request, endpoint, context);
  const { runId, afterSeq, isReplayed } = continued;
  const tools = new ToolCallReader(continued);
  const [afterCall] = [...continued.answered].sort();
  if (!request.isStream) return readWhole(answering, { runId, afterSeq, afterCall, tools }, context);
  const written = writtenFrames(answering, { runId, afterCall, tools }, context);
  return { stream: { runId, afterSeq, level: endpoint.events, ...written, ...(isReplayed && { stopsWithClient: false }) } };
}

type Part = Pick<AnswerHead, 'runId' | 'afterCall'>;
type Segment = Part & {
  readonly afterSeq: number;
  readonly tools: ToolCallReader;
  readonly headers?: Readonly<Record<string, string>>;
};

function writtenFrames(answering: Answering, { tools, ...part }: Part & Pick<Segment, 'tools'>, context: HandlerContext) {
  const made = { head: headFor(answering, part, context), live: liveOf(answering), tools, replyOf: replyIn(answering, context) };
  const write = answering.format.frames(made);
  let isSaid = false;
  const frames = (event: StoredEvent) => {
    const text = write(event);
    isSaid ||= event.type === 'done' && text !== '';
    return text;
  };
  // A client that has the end of its answer may already have sent the results that resume the run.
  return { frames, stopsWithClient: () => !isSaid };
}

/** Reads the events of a run until it ends or waits. */
async function readWhole(
  answering: Answering,
  { afterSeq, tools, headers, ...part }: Segment,
  context: HandlerContext,
): Promise<Whole> {
  const { deps, repos } = context;
  const { runId } = part;
  const reader = new ReplyReader({ live: liveOf(answering), waitMs: SILENT_WAIT_MS });
  const { signal } = answering;
  for await (const event of readLiveEvents(runId, { hub: deps.hub, stored: repos.runs, afterSeq, signal })) {
    if (tools.read(event).isBeforeAnswer) continue;
    const step = reader.read(event);
    if (step?.type !== 'end') continue;
    const { done, usage, streamed, replies } = step.end;
    const calls = tools.openAt(done);
    const { called } = answering.format;
    if (calls.length > 0) {
      const body = called(headFor(answering, part, context), { text: streamed, calls }, usage);
      return { status: 200, headers: { ...headers, 'x-run-id': runId }, body };
    }
    const end = { ...done, runId, usage, replies };
    return sayWhole(answering, { end, part, headers: { ...headers, 'x-run-id': runId } }, context);
  }
  throw new AppError('unavailable', `The client of run ${runId} is gone.`);
}

type Said = { readonly end: RunEnd; readonly part?: Part; readonly headers: Readonly<Record<string, string>> };

function sayWhole(answering: Answering, { end, part = end, headers: own }: Said, context: HandlerContext): Whole {
  const said = replyIn(answering, context)(end);
  const headers = { ...own, ...(!said.ok && noRetry) };
  if (!said.ok) return { status: 500, headers, body: failedRunError(said.error) };
  return { status: 200, headers, body: answering.format.whole(headFor(answering, part, context), said, end.usage) };
}

function replyIn({ request: { format } }: Answering, context: HandlerContext) {
  return (end: RunEnd) => replyOf(end, { format, reader: runReaderOf(context) });
}

function liveOf({ request, workflow }: Answering): LiveTexts | undefined {
  return request.format.kind === 'text' ? replyingNodes(workflow) : undefined;
}

function headFor({ endpoint }: Answering, { runId, afterCall }: Part, { deps }: HandlerContext): AnswerHead {
  return { runId, afterCall, model: endpoint.slug, createdAtS: Math.floor(deps.clock.now() / 1000) };
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
