import { AppError } from '#lib/errors/app-error.ts';
import type { StoredEvent } from '#lib/run/run-event.ts';
import { hasReplies, leavingTexts } from '#lib/workflow/leaving-texts.ts';
import { replyingNodes } from '#lib/workflow/replying-nodes.ts';
import type { Workflow } from '#lib/workflow/workflow.ts';
import { agentFrames } from '../../ag-ui/agent-frames.ts';
import {
  type AgentInput,
  agentInputSchema,
  parseInterruptId,
  readCalls,
  readClientTools,
  readMessages,
} from '../../ag-ui/agent-input.ts';
import { leftOutHeader } from '../../conversation/content-blocks.ts';
import { conversationInputs } from '../../conversation/conversation-inputs.ts';
import { type RunEnd, replyOf } from '../../conversation/reply.ts';
import { requestProblem } from '../../conversation/request-problem.ts';
import type { Endpoint } from '../../db/stores/endpoint-store.ts';
import { ToolCallReader } from '../../openai/tool-calls.ts';
import type { HandlerContext, StreamAnswer } from '../handler-kit/define-handler.ts';
import { parsePart } from '../protocol/parse-part.ts';
import { runReaderOf } from '../resources/run-reader-of.ts';
import { loadRunHead } from '../resources/run-resource.ts';
import { allowedCallerTools } from '../start/allowed-caller-tools.ts';
import { areOwnCalls, continueCalls, stopAbandonedCalls } from '../start/continue-calls.ts';
import { startDeployment } from '../start/start-deployment.ts';
import { streamRun } from '../start/stream-run.ts';
import { makeInProcessClient } from './call-in-process.ts';
import { startInputsOf } from './start-inputs-of.ts';

/** A published workflow as an agent of AG-UI, opened by the key of its endpoint. */
export const AG_UI_PATH = '/api/v1/run/:slug/ag-ui';

/**
 * Starts a run, or decides the interrupts of one and continues it. @param body `RunAgentInput`
 * @throws {AppError} `body-invalid`, `run-not-found`, and as a start
 */
export async function serveAgUi(body: unknown, context: HandlerContext): Promise<StreamAnswer> {
  const { endpoint, deps } = context;
  if (!endpoint) throw new AppError('authentication-failed', 'A published workflow is run with a key.');
  context.streamPermit?.take();
  const input = parsePart(agentInputSchema, body, { name: 'body' }) as AgentInput;
  const workflow = await deps.publishing.frozen.get(endpoint.documentHash);
  const { threadId, runId: clientRunId } = input;
  const { stream, tools, isResumed } = await answerTo(input, { endpoint, workflow }, context);
  const format = { kind: 'text' } as const;
  const reader = { ...runReaderOf(context), texts: leavingTexts(workflow) };
  const write = agentFrames({
    threadId,
    clientRunId,
    runId: stream.runId,
    live: replyingNodes(workflow),
    hasReplies: hasReplies(workflow),
    reader,
    replyOf: (end: RunEnd) => replyOf(end, { format, reader }),
    tools,
    afterSeq: stream.afterSeq,
  });
  let isSaid = false;
  const frames = (event: StoredEvent) => {
    const text = write(event);
    isSaid ||= event.type === 'done' && text !== '';
    return text;
  };
  // A client that has the end of its answer may already have sent the results that continue the run.
  return { stream: { ...stream, frames, stopsWithClient: () => !isResumed && !isSaid } };
}

type Target = { readonly endpoint: Endpoint; readonly workflow: Workflow };
type Answer = {
  readonly stream: StreamAnswer['stream'];
  readonly tools: ToolCallReader;
  /** It was there before this request, and is not stopped with it. */
  readonly isResumed: boolean;
};

/** A run that is resumed with decisions or with results of the client's tools, or a new one. */
async function answerTo(input: AgentInput, { endpoint, workflow }: Target, context: HandlerContext): Promise<Answer> {
  const { resume = [] } = input;
  if (resume.length > 0) return { stream: await continueRun(resume, context), tools: new ToolCallReader(), isResumed: true };
  const { results, pastCallIds } = readCalls(input);
  const isHandedOver = results.length > 0 && !(await areOwnCalls({ results }, endpoint, context));
  if (results.length > 0 && !isHandedOver) {
    const continued = await continueCalls({ results }, endpoint, context);
    const { runId, afterSeq, isReplayed } = continued;
    const stream = { runId, afterSeq, level: endpoint.events };
    return { stream, tools: new ToolCallReader(continued), isResumed: isReplayed };
  }
  if (pastCallIds.length > 0) await stopAbandonedCalls(pastCallIds, endpoint, context);
  const { messages, leftOut: unread } = readMessages(input);
  const leftOut = [...unread];
  const callerTools = allowedCallerTools({ callerTools: readClientTools(input, leftOut), endpoint, workflow }, leftOut);
  const inputs = conversationInputs(messages, {
    declared: startInputsOf(workflow),
    given: input.forwardedProps?.inputs ?? {},
    field: 'messages',
    mayEndWithAnswer: isHandedOver,
  });
  const body = { inputs, mode: 'stream', sessionId: input.threadId } as const;
  const started = await startDeployment({ headers: {}, body, ...(callerTools && { callerTools }), surface: 'ag-ui' }, context);
  if (!('stream' in started)) throw new AppError('internal', 'A run that was started has no stream.');
  const headers = { ...started.stream.headers, ...leftOutHeader(leftOut) };
  return { stream: { ...started.stream, headers }, tools: new ToolCallReader(callerTools), isResumed: false };
}

/** All interrupts of one call are of one run. The stream continues after the last event that was stored. */
async function continueRun(resume: NonNullable<AgentInput['resume']>, context: HandlerContext) {
  const decisions = resume.map(({ interruptId, status, payload }, index) => {
    const named = parseInterruptId(interruptId);
    if (!named) throw requestProblem(`resume.${index}.interruptId`, 'This is no interrupt of a run');
    const { approved } = (typeof payload === 'object' && payload !== null ? payload : {}) as { approved?: unknown };
    return { ...named, isConfirmed: status === 'resolved' && approved === true };
  });
  const [first] = decisions;
  if (!first || decisions.some(({ runId }) => runId !== first.runId))
    throw requestProblem('resume', 'Interrupts of several runs cannot be resumed in one call');
  const run = await loadRunHead(first.runId, context);
  const client = makeInProcessClient(context);
  for (const { runId, actionId, isConfirmed } of decisions)
    await client.decideApproval({ params: { id: runId, actionId }, body: { confirmed: isConfirmed } });
  const answer = await streamRun(run, { afterSeq: run.lastSeq, level: context.endpoint?.events ?? 'summary' }, context);
  if (!('stream' in answer)) throw new AppError('run-ended', `Run ${run.runId} has ended already: ${run.status}.`);
  return answer.stream;
}
