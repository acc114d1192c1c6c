import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { AppError } from '#lib/errors/app-error.ts';
import type { StartRun } from '#lib/ports/run-service.ts';
import { waitsUntil } from '#lib/run/short-wait.ts';
import { errorFor } from '#lib/run/what-leaves.ts';
import { messageText } from '#lib/workflow/chat-texts.ts';
import { hasReplies, leavingTexts } from '#lib/workflow/leaving-texts.ts';
import { replyingNodes } from '#lib/workflow/replying-nodes.ts';
import { parseRunInputs } from '#lib/workflow/start-inputs.ts';
import { leftOutHeader } from '../../../conversation/content-blocks.ts';
import { type RunEnd, replyOf, timedWait } from '../../../conversation/reply.ts';
import { requestProblem } from '../../../conversation/request-problem.ts';
import type { RunRecord } from '../../../db/repositories/run-repository.ts';
import { graphFrames } from '../../../langgraph/graph-frames.ts';
import { interruptOf, type RequestedArguments, readDecisions } from '../../../langgraph/graph-interrupts.ts';
import { type GraphMessage, mergeMessages, newMessages, parseSent, type SentMessage } from '../../../langgraph/graph-messages.ts';
import {
  answerMessage,
  askedMessages,
  type GraphAnswer,
  type LangGraphThread,
  type LangGraphTurn,
  messagesAfter,
  ROOT_CHECKPOINT,
  runOf,
  runOfInput,
  sentText,
  turnsUntil,
} from '../../../langgraph/graph-objects.ts';
import {
  checkpointOf,
  type GraphInput,
  type GraphRun,
  graphRunSchema,
  readGraphInput,
  refuseUnsupported,
  type StreamMode,
  streamModesSchema,
} from '../../../langgraph/graph-request.ts';
import { logLostOutcome } from '../../../process/log-lost-outcome.ts';
import type { StreamAnswer } from '../../handler-kit/define-handler.ts';
import { parsePart } from '../../protocol/parse-part.ts';
import { runReaderOfEndpoint } from '../../resources/run-reader-of.ts';
import { loadRun } from '../../resources/run-resource.ts';
import { answeredOutcome } from '../../runs/answered-outcome.ts';
import { outcomeAfter } from '../../runs/outcome-after.ts';
import { readReplies } from '../../runs/read-replies.ts';
import { deploymentRun, startDeployment } from '../../start/start-deployment.ts';
import { startOrFind } from '../../start/start-run.ts';
import { makeInProcessClient } from '../call-in-process.ts';
import { startInputsOf } from '../start-inputs-of.ts';
import { assertAssistant, type GraphCall } from './graph-context.ts';
import { readAnswers, wholeAnswer } from './read-answers.ts';
import { loadThread, ownerOf, readThread, requestedOfRun } from './threads.ts';

const MAX_BATCH = 50;
const listSchema = z.object({
  limit: z.coerce.number().int().min(1).max(100).catch(10),
  offset: z.coerce.number().int().min(0).catch(0),
});
const joinSchema = z.object({ stream_mode: streamModesSchema });
/** Of a client that joins without saying what it reads, as `useStream` does after a reload. */
const JOINED_MODES: readonly StreamMode[] = ['values', 'updates', 'messages-tuple', 'custom', 'tools'];

/** A run to stream or to wait for, with the messages of its thread before it. */
type OpenedRun = {
  readonly runId: string;
  readonly threadId: string;
  /** The messages of the state so far, with those of this run. */
  readonly before: readonly GraphMessage[];
  /** Whether answers are messages: not where the workflow takes none. */
  readonly isConversation: boolean;
  /** As of `readAnswers`. @defaultValue 0 */
  readonly answerAfterSeq?: number;
  /** Arguments of what the run waited for. */
  readonly asked?: ReadonlyMap<string, RequestedArguments>;
  readonly leftOut?: readonly string[];
  /** The last event before this request: a stream sends only later ones. */
  readonly afterSeq: number;
  /** What was decided by this request. */
  readonly decided: ReadonlySet<string>;
  readonly stream?: StreamAnswer['stream'] | undefined;
};
type Outcome = Awaited<ReturnType<typeof outcomeAfter>>;

export async function streamRun(call: GraphCall) {
  const request = readRequest(call);
  call.context.streamPermit?.take();
  const opened = await startOrResume(request, 'stream', call);
  return streamOf(opened, request.stream_mode ?? ['values'], call, request.on_disconnect === 'cancel');
}

/** Answers with the state when the run has ended, or waits. */
export async function waitForRun(call: GraphCall) {
  const opened = await startOrResume(readRequest(call), 'stream', call);
  // In this process the end is known without a look at the database.
  const started = opened.stream?.started;
  const { deps, repos } = call.context;
  const end =
    started && (await answeredOutcome(started, { hub: deps.hub, runs: deps.runs, stored: repos.runs, signal: call.gone }));
  return { headers: locationOf(opened), body: await valuesOf(opened, call, end) };
}

export async function createRun(call: GraphCall) {
  const opened = await startOrResume(readRequest(call), 'async', call);
  return { headers: locationOf(opened), body: await readRun(opened.runId, opened.threadId, call) };
}

/** Several runs without a thread; none starts where one of them is refused. */
export async function createRuns(call: GraphCall) {
  const { context, endpoint, workflow } = call;
  const bodies = parsePart(z.array(z.unknown()).min(1).max(MAX_BATCH), call.body, { name: 'body' });
  const requests = bodies.map((body) => readRequest({ ...call, body }));
  const checked: StartRun[] = [];
  for (const request of requests) {
    if (request.command?.resume !== undefined)
      throw requestProblem('command.resume', 'Runs of a batch have no thread, so they cannot be resumed');
    const { inputs, sent } = readGraphInput(request.input, startInputsOf(workflow));
    const callerMessages = storedMessages(newMessages(sent, []), inputs, call);
    const body = { inputs, mode: 'async' } as const;
    const { run } = await deploymentRun({ headers: {}, body, callerMessages, surface: 'langgraph' }, context);
    assertInputsFit(run, call);
    checked.push(run);
  }
  for (const _ of checked) await context.deps.publishing.keyAuthenticator.checkRateLimit(endpoint);
  const runs: object[] = [];
  for (const run of checked) {
    const { started } = await startOrFind(run, undefined, context);
    logLostOutcome(started, context.deps.log);
    await started.accepted;
    runs.push(await readRun(started.runId, started.runId, call));
  }
  return { body: runs };
}

export async function listRuns(call: GraphCall) {
  const { limit, offset } = listSchema.parse(Object.fromEntries(call.query));
  const thread = await loadThread(call);
  const turns = thread.all.toReversed().slice(offset, offset + limit);
  return turns.map((turn) => runOf(turn, thread));
}

export async function getRun(call: GraphCall) {
  const { threadId, run } = await loadThreadRun(call);
  return readRun(run.runId, threadId, call);
}

export async function joinRun(call: GraphCall) {
  return valuesOf(await openStoredRun(call), call);
}

export async function joinStream(call: GraphCall) {
  // The SDK for Python sends an empty `stream_mode` where none was chosen, that for JavaScript a list as JSON.
  const given = call.query.getAll('stream_mode').flatMap(listOf);
  const { stream_mode: modes } = parsePart(
    joinSchema,
    { stream_mode: given.length > 0 ? given : JOINED_MODES },
    { name: 'query' },
  );
  const seq = Number(call.lastEventId);
  const opened = await openStoredRun(call);
  const isCancelling = isSet(call.query.get('cancel_on_disconnect'));
  return streamOf({ ...opened, afterSeq: Number.isInteger(seq) && seq > 0 ? seq : 0 }, modes, call, isCancelling);
}

/** A list in a query: of JSON, or with commas. */
function listOf(text: string): string[] {
  const list = text.startsWith('[') ? z.array(z.string()).safeParse(jsonOf(text)).data : undefined;
  return list ?? text.split(',').flatMap((part) => (part.trim() === '' ? [] : part.trim()));
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export async function cancelRun(call: GraphCall) {
  if (call.query.get('action') === 'rollback')
    throw requestProblem('action', 'Rollback is not supported: a cancelled run remains in its thread. Use interrupt');
  const { run } = await loadThreadRun(call);
  await makeInProcessClient(call.context).stopRun({ params: { id: run.runId } });
  if (isSet(call.query.get('wait'))) await outcomeOf(run.runId, new Set(), call);
  return undefined;
}

/** A flag of the query: the SDK for JavaScript writes `1`, the one for Python `true`. */
function isSet(flag: string | null): boolean {
  return flag === '1' || flag === 'true';
}

/** As a start checks them. @throws {AppError} `inputs-invalid` */
function assertInputsFit({ inputs }: StartRun, { workflow }: GraphCall): void {
  const parsed = parseRunInputs({ inputs: startInputsOf(workflow) }, inputs);
  if (parsed.ok) return;
  const [first] = parsed.problems;
  throw new AppError('inputs-invalid', first?.message ?? 'The inputs do not fit', { details: { problems: parsed.problems } });
}

function readRequest(call: GraphCall): GraphRun {
  const request = parsePart(graphRunSchema, call.body, { name: 'body' });
  assertAssistant(request.assistant_id, call);
  refuseUnsupported(request);
  return request;
}

async function startOrResume(request: GraphRun, mode: 'stream' | 'async', call: GraphCall): Promise<OpenedRun> {
  if (request.command && request.command.resume !== undefined) return resume(request, call);
  const { context, workflow, params, endpoint } = call;
  const counted = context.deps.publishing.keyAuthenticator.checkRateLimit(endpoint);
  if (counted) await counted;
  const { threadId: sessionId } = params;
  const session = sessionId === undefined ? null : await context.repos.sessions.find(ownerOf(call, sessionId));
  if (sessionId !== undefined && !session && request.if_not_exists !== 'create')
    throw new AppError('not-found', `There is no thread ${sessionId}. Create it, or set if_not_exists to create.`);
  const from = startPointOf(request, session ? await readThread(session, call) : undefined);
  const { inputs, sent, leftOut } = from.repeated ?? readGraphInput(request.input, startInputsOf(workflow));
  const state = messagesAfter(from.before);
  const added = newMessages(sent, state);
  const callerMessages = storedMessages(added, inputs, call);
  const turn = sessionId !== undefined && { sessionId, ...(from.afterRunId !== undefined && { afterRunId: from.afterRunId }) };
  const body = { inputs, mode, ...turn };
  const started = { headers: {}, body, callerMessages, surface: 'langgraph', withoutStream: true } as const;
  const answer = await startDeployment(started, context);
  const runId = 'stream' in answer ? answer.stream.runId : 'body' in answer ? answer.body.runId : undefined;
  if (runId === undefined) throw new AppError('internal', 'A run that was started has no id.');
  return {
    runId,
    threadId: sessionId ?? runId,
    ...askedOf({ runId, sent: callerMessages === undefined ? sentText(messageOf(inputs, call)) : added }, state),
    leftOut,
    afterSeq: 0,
    decided: new Set(),
    stream: 'stream' in answer ? answer.stream : undefined,
  };
}

type StartPoint = {
  readonly before: readonly LangGraphTurn[];
  readonly afterRunId?: string;
  /** Of the run that is repeated. */
  readonly repeated?: GraphInput;
};

/** The state with what is sent with a run. */
function askedOf(
  { runId, sent }: { readonly runId: string; readonly sent: readonly SentMessage[] },
  state: readonly GraphMessage[],
): Pick<OpenedRun, 'before' | 'isConversation'> {
  return { before: mergeMessages([...state, ...askedMessages(sent, runId)]), isConversation: sent.length > 0 };
}

/** Undefined where the text of the run is all there is to keep. */
function storedMessages(added: readonly SentMessage[], inputs: GraphInput['inputs'], call: GraphCall): string | undefined {
  if (added.length === 0) return undefined;
  const [plain] = sentText(messageOf(inputs, call));
  const isPlain = added.length === 1 && isDeepStrictEqual(added[0], plain);
  return isPlain ? undefined : JSON.stringify(added);
}

/**
 * The turn after which the new run starts. At the input checkpoint of a run the new run replaces that run, and repeats
 * its inputs unless it has an input of its own.
 */
function startPointOf(request: GraphRun, thread: LangGraphThread | undefined): StartPoint {
  const checkpoint = checkpointOf(request);
  const all = thread?.all ?? [];
  if (checkpoint === undefined) return { before: thread?.turns ?? [] };
  const replacedId = runOfInput(checkpoint);
  const replaced = all.find(({ runId }) => runId === replacedId);
  const afterRunId = replaced ? (replaced.afterRunId ?? ROOT_CHECKPOINT) : checkpoint;
  return {
    before: turnsUntil(afterRunId, all),
    afterRunId,
    ...(replaced && !request.input && { repeated: { inputs: replaced.inputs, sent: askedAgain(replaced), leftOut: [] } }),
  };
}

/** Under the same id the message would be one state of both branches, and pages could not offer them. */
function askedAgain({ asked }: LangGraphTurn): SentMessage[] {
  const last = asked.findLastIndex(({ type }) => type === 'human');
  return asked.map((message, index) => (index === last ? { ...message, id: undefined } : message));
}

/** Decides what the last run of a thread waits for, and continues that run. */
async function resume({ command }: GraphRun, call: GraphCall): Promise<OpenedRun> {
  const thread = await loadThread(call);
  const last = thread.turns.at(-1);
  if (last?.status !== 'waiting')
    throw requestProblem('command.resume', `The thread ${thread.threadId} has no run that waits for an answer`);
  const decisions = readDecisions(command?.resume, thread.approvals);
  const head = await call.context.repos.runs.getHead(last.runId);
  const { afterSeq: answerAfterSeq } = await readAnswers(last.runId, null, call.context);
  const client = makeInProcessClient(call.context);
  for (const { actionId, approved, value, comment } of decisions) {
    const body = { confirmed: approved, ...(approved && value !== undefined && { args: value }), ...(comment && { comment }) };
    await client.decideApproval({ params: { id: last.runId, actionId }, body });
  }
  return {
    runId: last.runId,
    threadId: thread.threadId,
    before: messagesAfter(thread.turns),
    isConversation: last.asked.length > 0,
    answerAfterSeq,
    asked: new Map(thread.approvals.map((asked) => [asked.actionId, asked])),
    afterSeq: head?.lastSeq ?? 0,
    decided: new Set(decisions.map(({ actionId }) => actionId)),
  };
}

/** A stored run, to be read to its end. */
async function openStoredRun(call: GraphCall): Promise<OpenedRun> {
  const { threadId, run } = await loadThreadRun(call);
  const { runId } = run;
  const all = run.sessionId === null ? [] : (await loadThread({ ...call, params: { threadId } })).all;
  const spoken = (await call.context.repos.runs.spoken([runId])).get(runId);
  const sent = parseSent(spoken?.callerMessages ?? null) ?? sentText(messageOf(run.inputs, call));
  return {
    runId,
    threadId,
    ...askedOf({ runId, sent }, messagesAfter(turnsUntil(runId, all).slice(0, -1))),
    afterSeq: 0,
    decided: new Set(),
  };
}

/** @throws {AppError} `run-not-found`, also for a run of another thread */
async function loadThreadRun({ params, context }: GraphCall): Promise<{ threadId: string; run: RunRecord }> {
  const { runId = '', threadId } = params;
  const run = await loadRun(runId, context);
  const own = run.sessionId ?? runId;
  if (threadId !== undefined && threadId !== own)
    throw new AppError('run-not-found', `The thread ${threadId} has no run ${runId}.`);
  return { threadId: own, run };
}

async function readRun(runId: string, threadId: string, { context, endpoint }: GraphCall) {
  const { status, createdAt, startedAt, finishedAt } = await loadRun(runId, context);
  const outcome = status === 'waiting' ? await context.deps.runs.readOutcome(runId) : undefined;
  // It waits for no answer, and continues by itself.
  const shown = outcome && waitsUntil(outcome) !== undefined ? 'running' : status;
  const turn = {
    runId,
    afterRunId: null,
    status: shown,
    asked: [],
    answers: [],
    inputs: {},
    outputs: null,
    error: null,
    createdAt,
  };
  return runOf({ ...turn, updatedAt: finishedAt ?? startedAt ?? createdAt }, { threadId, assistantId: endpoint.slug });
}

function messageOf(inputs: Readonly<Record<string, unknown>>, { workflow }: GraphCall): string {
  return messageText(workflow.nodes.find(({ type }) => type === 'start')?.config ?? {}, inputs);
}

function outcomeOf(runId: string, decided: ReadonlySet<string>, { context, gone }: GraphCall) {
  const { deps, repos } = context;
  return outcomeAfter(runId, decided, { hub: deps.hub, runs: deps.runs, stored: repos.runs, signal: gone });
}

/** The state after a run, as `wait` and `join` answer: with what it waits for, or why it failed. */
async function valuesOf(
  { runId, before, isConversation, decided }: OpenedRun,
  call: GraphCall,
  known?: Outcome,
): Promise<object> {
  const { endpoint, context } = call;
  const end = known ?? (await outcomeOf(runId, decided, call));
  const reader = runReaderOfEndpoint(endpoint, context.language);
  const wait = timedWait(end, context.language);
  if (wait) return { ...(await withAnswers(null)), __error__: { error: wait.code, message: wait.message } };
  if (end.status === 'waiting') {
    const interrupts = await requestedOfRun(runId, end.approvals ?? [], call);
    return { ...(await withAnswers(null)), __interrupt__: interrupts.map(interruptOf) };
  }
  const reply = replyOf({ ...end, replies: await repliesOf(runId, call) }, { format: { kind: 'text' }, reader });
  if (reply.ok) return { ...(await withAnswers(reply.text)), ...end.outputs };
  const shown = end.error && errorFor(end.error, reader, runId);
  const error = { error: shown?.code ?? reply.error.code, message: shown?.message ?? reply.error.message };
  return { ...(await withAnswers(null)), __error__: error };

  async function withAnswers(text: string | null): Promise<object> {
    const answers = isConversation ? await answersOf(runId, text, call) : [];
    const messages = mergeMessages([...before, ...answers.map((one) => answerMessage(one.id, one.text))]);
    return messages.length > 0 ? { messages } : {};
  }
}

/** Of a workflow without `reply` nodes, the whole answer. */
async function answersOf(runId: string, text: string | null, { workflow, context }: GraphCall): Promise<readonly GraphAnswer[]> {
  return hasReplies(workflow) ? (await readAnswers(runId, text, context)).answers : wholeAnswer(runId, text);
}

function repliesOf(runId: string, { workflow, context }: GraphCall): Promise<string[]> {
  return readReplies(runId, { workflow, stored: context.repos.runs });
}

async function streamOf(
  opened: OpenedRun,
  modes: readonly StreamMode[],
  call: GraphCall,
  isCancelling: boolean,
): Promise<StreamAnswer> {
  const { endpoint, workflow, context } = call;
  const { runId, threadId, before, isConversation, answerAfterSeq, asked, decided, stream } = opened;
  const reader = { ...runReaderOfEndpoint(endpoint, context.language), texts: leavingTexts(workflow) };
  const frames = graphFrames({
    runId,
    threadId,
    modes,
    before,
    isConversation,
    answerAfterSeq,
    asked,
    live: replyingNodes(workflow),
    reader,
    replyOf: (end: RunEnd) => replyOf(end, { format: { kind: 'text' }, reader }),
    // Only later events are sent. After a decision the stream starts with the state instead.
    ...(decided.size === 0 && { afterSeq: opened.afterSeq }),
  });
  return {
    stream: {
      ...(stream ?? { runId, level: endpoint.events }),
      // Read from the first event: which text of a reply was streamed already decides what is sent of it at its end.
      afterSeq: decided.size > 0 ? opened.afterSeq : 0,
      headers: { ...stream?.headers, ...locationOf(opened), location: rejoinPathOf(opened, modes, isCancelling) },
      frames,
      stopsWithClient: isCancelling,
    },
  };
}

/** Clients read the ids from it, and reconnect to `location`. Both are relative to the address of the server. */
function locationOf(opened: OpenedRun): Readonly<Record<string, string>> {
  return { 'content-location': pathOf(opened), ...leftOutHeader(opened.leftOut ?? []) };
}

/** Where a client whose connection was cut gets the rest, in the same modes. */
function rejoinPathOf(opened: OpenedRun, modes: readonly StreamMode[], isCancelling: boolean): string {
  const query = new URLSearchParams(modes.map((mode) => ['stream_mode', mode]));
  if (isCancelling) query.set('cancel_on_disconnect', '1');
  return `${pathOf(opened)}/stream?${query}`;
}

function pathOf({ threadId, runId }: OpenedRun): string {
  return `/threads/${encodeURIComponent(threadId)}/runs/${runId}`;
}
