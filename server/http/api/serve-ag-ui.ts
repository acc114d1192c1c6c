import { AppError } from '#lib/errors/app-error.ts';
import { replyingNodes } from '#lib/workflow/replying-nodes.ts';
import { agentFrames } from '../../ag-ui/agent-frames.ts';
import { type AgentInput, agentInputSchema, parseInterruptId, readMessages } from '../../ag-ui/agent-input.ts';
import { conversationInputs } from '../../conversation/conversation-inputs.ts';
import { type RunEnd, replyOf } from '../../conversation/reply.ts';
import { requestProblem } from '../../conversation/request-problem.ts';
import type { HandlerContext, StreamAnswer } from '../handler-kit/define-handler.ts';
import { parsePart } from '../protocol/parse-part.ts';
import { loadRunHead } from '../resources/run-resource.ts';
import { startDeployment } from '../start/start-deployment.ts';
import { streamRun } from '../start/stream-run.ts';
import { makeInProcessClient } from './call-in-process.ts';
import { startInputsOf } from './start-inputs-of.ts';

type JsonObject = ReturnType<typeof conversationInputs>;

/** A published workflow as an agent of AG-UI, opened by the key of its endpoint. */
export const AG_UI_PATH = '/api/v1/run/:slug/ag-ui';

/**
 * Starts a run, or decides the interrupts of one and continues it. @param body `RunAgentInput`
 * @throws {AppError} `body-invalid`, `run-not-found`, and as a start
 */
export async function serveAgUi(body: unknown, context: HandlerContext): Promise<StreamAnswer> {
  const { endpoint, deps, language } = context;
  if (!endpoint) throw new AppError('authentication-failed', 'A published workflow is run with a key.');
  const input = parsePart(agentInputSchema, body, { name: 'body' }) as AgentInput;
  const workflow = await deps.publishing.frozen.get(endpoint.documentHash);
  const { threadId, runId: clientRunId, resume = [] } = input;
  const isResumed = resume.length > 0;
  const stream = isResumed
    ? await continueRun(resume, context)
    : await startFor(
        input,
        conversationInputs(readMessages(input), {
          declared: startInputsOf(workflow),
          given: input.forwardedProps?.inputs ?? {},
          field: 'messages',
        }),
        context,
      );
  const format = { kind: 'text' } as const;
  const frames = agentFrames({
    threadId,
    clientRunId,
    runId: stream.runId,
    live: replyingNodes(workflow),
    level: endpoint.events,
    language,
    replyOf: (end: RunEnd) => replyOf(end, { format, level: endpoint.events, language }),
  });
  return { stream: { ...stream, frames, stopsWithClient: !isResumed } };
}

async function startFor({ threadId, tools }: AgentInput, inputs: JsonObject, context: HandlerContext) {
  if (tools.length > 0) throw requestProblem('tools', 'A workflow calls the tools of its own nodes and none of its caller');
  const body = { inputs, mode: 'stream', sessionId: threadId } as const;
  const answer = await startDeployment({ headers: {}, body, surface: 'ag-ui' }, context);
  if (!('stream' in answer)) throw new AppError('internal', 'A run that was started has no stream.');
  return answer.stream;
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
