import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { AppError } from '#lib/errors/app-error.ts';
import { jsonObjectSchema } from '#lib/run/json-value.ts';
import type { NodeError, PendingApproval } from '#lib/run/run-event.ts';
import { approvalFor, errorFor } from '#lib/run/what-leaves.ts';
import { DEFAULT_KEEP_DAYS } from '#lib/workflow/session-settings.ts';
import { requestProblem } from '../../../conversation/request-problem.ts';
import type { Spoken } from '../../../db/repositories/run-repository.ts';
import type { SessionRow, SessionTurn } from '../../../db/repositories/session-repository.ts';
import { ownerOf as callersOwner, readerOf } from '../../../db/stores/endpoint-owner.ts';
import type { RequestedApproval } from '../../../langgraph/graph-interrupts.ts';
import { parseSent } from '../../../langgraph/graph-messages.ts';
import {
  askedMessages,
  checkpointIdOf,
  checkpointsOf,
  type LangGraphCheckpoint,
  type LangGraphThread,
  type LangGraphTurn,
  messagesAfter,
  sentText,
  stateOf,
  threadOf,
  threadStatus,
  turnsUntil,
} from '../../../langgraph/graph-objects.ts';
import { parsePart } from '../../protocol/parse-part.ts';
import { runReaderOfEndpoint } from '../../resources/run-reader-of.ts';
import type { GraphCall } from './graph-context.ts';
import { readAnswers, wholeAnswer } from './read-answers.ts';

const MAX_FOUND = 100;
const MAX_HISTORY = 1000;
/** In all states of one answer: each has the messages of those before it. */
const MAX_HISTORY_MESSAGES = 20_000;
const threadId = z.string().min(1).max(200);
const MAX_METADATA_CHARS = 16_000;
const metadataSchema = jsonObjectSchema.refine((metadata) => JSON.stringify(metadata).length <= MAX_METADATA_CHARS, {
  error: `At most ${MAX_METADATA_CHARS} characters as JSON`,
});
const createSchema = z.looseObject({
  metadata: metadataSchema.nullish(),
  thread_id: threadId.nullish(),
  if_exists: z.enum(['raise', 'do_nothing']).nullish(),
  supersteps: z.array(z.unknown()).nullish(),
});
const updateSchema = z.looseObject({ metadata: metadataSchema.nullish() });
const searchSchema = z.looseObject({
  metadata: metadataSchema.nullish(),
  values: z.record(z.string(), z.unknown()).nullish(),
  ids: z.array(threadId).max(MAX_FOUND).nullish(),
  status: z.enum(['idle', 'busy', 'interrupted', 'error']).nullish(),
  limit: z.int().min(1).max(MAX_FOUND).default(10),
  offset: z.int().min(0).max(MAX_HISTORY).default(0),
});
type Metadata = z.output<typeof metadataSchema>;

/** A checkpoint, also as the config of a graph has it. */
const checkpointFields = {
  checkpoint_id: z.string().nullish(),
  configurable: z.looseObject({ checkpoint_id: z.string().nullish() }).nullish(),
};
const historySchema = z.looseObject({
  limit: z.int().min(1).max(MAX_HISTORY).default(10),
  before: z.union([z.string(), z.looseObject(checkpointFields)]).nullish(),
});
const checkpointSchema = z.looseObject({ checkpoint: z.looseObject({ checkpoint_id: z.string().nullish() }) });

/** What owns the session that a thread is. */
export function ownerOf({ endpoint }: Pick<GraphCall, 'endpoint'>, name: string) {
  return { slug: endpoint.slug, owner: callersOwner(endpoint), name };
}

export async function createThread(call: GraphCall) {
  const { context, workflow } = call;
  const { repos, deps } = context;
  const read = parsePart(createSchema, call.body ?? {}, { name: 'body' });
  if (read.supersteps?.length) throw requestProblem('supersteps', 'The state of a thread is made by its runs');
  const newKey = deps.newId('ses');
  const name = read.thread_id ?? newKey;
  const keepDays = workflow.settings.session?.keepDays ?? DEFAULT_KEEP_DAYS;
  const made = { newKey, title: name, keepDays };
  const owner = ownerOf(call, name);
  const session =
    read.if_exists === 'do_nothing' ? await repos.sessions.open(owner, made) : await repos.sessions.create(owner, made);
  const metadata = ownMetadata(read.metadata);
  if (session && Object.keys(metadata).length > 0) await addMetadata(session, metadata, call);
  if (!session) throw new AppError('name-taken', `There is a thread ${name} already.`, { details: { path: 'thread_id' } });
  return threadOf(await readThread(session, call));
}

export async function getThread(call: GraphCall) {
  return threadOf(await loadThread(call));
}

export async function deleteThread(call: GraphCall) {
  const session = await loadSession(call);
  await call.context.repos.sessions.delete(session.sessionKey);
  return undefined;
}

/** Adds to the metadata of a thread. */
export async function updateThread(call: GraphCall) {
  const { metadata } = parsePart(updateSchema, call.body ?? {}, { name: 'body' });
  const session = await loadSession(call);
  await addMetadata(session, ownMetadata(metadata), call);
  return threadOf(await readThread(session, call));
}

/** The names of the assistant are those of the server. */
function ownMetadata(metadata: Metadata | null | undefined): Metadata {
  const { graph_id: _, assistant_id: __, ...own } = metadata ?? {};
  return own;
}

async function addMetadata(session: SessionRow, added: Metadata, { context }: GraphCall): Promise<void> {
  await context.repos.sessions.changeMetadata(session.sessionKey, (metadata) => {
    const both = { metadata: { ...metadata, ...added } };
    return parsePart(z.object({ metadata: metadataSchema }), both, { name: 'body' }).metadata;
  });
}

/** A thread that continues after the latest run of another one; a new one where that has no run. */
export async function copyThread(call: GraphCall) {
  const { repos, deps } = call.context;
  const session = await loadSession(call);
  const { headRunId: runId, title } = session;
  const newKey = deps.newId('ses');
  const keepDays = call.workflow.settings.session?.keepDays ?? DEFAULT_KEEP_DAYS;
  const copy =
    runId === null
      ? await repos.sessions.create(ownerOf(call, newKey), { newKey, title, keepDays })
      : await repos.sessions.fork(session, { newKey, name: newKey, runId, title });
  if (!copy) throw new AppError('internal', 'A session was neither made nor found.');
  const [metadata] = (await repos.sessions.metadata([session.sessionKey])).values();
  if (metadata) await repos.sessions.changeMetadata(copy.sessionKey, () => metadata);
  return threadOf(await readThread(copy, call));
}

export async function searchThreads(call: GraphCall) {
  const { metadata, values, ids, status, limit, offset } = parsePart(searchSchema, call.body ?? {}, { name: 'body' });
  if (values && Object.keys(values).length > 0) throw requestProblem('values', 'Threads are not found by their state');
  const { graph_id: graphId = call.endpoint.slug, assistant_id: assistantId = call.endpoint.slug } = metadata ?? {};
  if (graphId !== call.endpoint.slug || assistantId !== call.endpoint.slug) return [];
  const { sessions } = call.context.repos;
  const wanted = ownMetadata(metadata);
  const hasWanted = Object.keys(wanted).length > 0;
  const found: SessionRow[] = [];
  let skipped = 0;
  for await (const page of ids ? sessionsNamed(ids, call) : sessionPages(call)) {
    const keys = page.map(({ sessionKey }) => sessionKey);
    const statuses = status && (await sessions.headStatuses(keys));
    const known = hasWanted ? await sessions.metadata(keys) : undefined;
    const matching = page.filter(
      ({ sessionKey }) =>
        (!statuses || threadStatus(statuses.get(sessionKey)) === status) &&
        (!known || hasAll(known.get(sessionKey) ?? {}, wanted)),
    );
    const rest = matching.slice(Math.max(offset - skipped, 0));
    skipped += matching.length - rest.length;
    found.push(...rest.slice(0, limit - found.length));
    if (found.length >= limit) break;
  }
  const threads: object[] = [];
  for (const session of found) threads.push(threadOf(await readThread(session, call)));
  return threads;
}

function hasAll(metadata: Metadata, wanted: Metadata): boolean {
  return Object.entries(wanted).every(([name, value]) => isDeepStrictEqual(metadata[name], value));
}

/** The latest first, as of a page. */
async function* sessionsNamed(ids: readonly string[], call: GraphCall): AsyncGenerator<readonly SessionRow[], void, undefined> {
  const named = await Promise.all([...new Set(ids)].map((id) => call.context.repos.sessions.find(ownerOf(call, id))));
  yield named.filter((session) => session !== null).sort((a, b) => b.updatedAt.getTime() - a.updatedAt.getTime());
}

async function* sessionPages({ context, endpoint }: GraphCall): AsyncGenerator<readonly SessionRow[], void, undefined> {
  let cursor: string | undefined;
  let seen = 0;
  do {
    const page = await context.repos.sessions.list({ reader: readerOf(endpoint), limit: MAX_FOUND, ...(cursor && { cursor }) });
    yield page.items;
    seen += page.items.length;
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined && seen < MAX_HISTORY);
}

export async function getState(call: GraphCall) {
  const thread = await loadThread(call);
  const { checkpointId } = call.params;
  return checkpointId === undefined ? stateOf(thread) : stateAt(thread, checkpointId, call);
}

export async function getStateAtCheckpoint(call: GraphCall) {
  const { checkpoint } = parsePart(checkpointSchema, call.body, { name: 'body' });
  const thread = await loadThread(call);
  return checkpoint.checkpoint_id ? stateAt(thread, checkpoint.checkpoint_id, call) : stateOf(thread);
}

/** All branches, newest first. It ends where its states would repeat too many messages, and continues by `before`. */
export async function getHistory(call: GraphCall) {
  const { limit, before } = parsePart(historySchema, call.body ?? {}, { name: 'body' });
  const thread = await loadThread(call);
  const checkpoints = checkpointsOf(thread);
  const beforeId = typeof before === 'string' ? before : (before?.checkpoint_id ?? before?.configurable?.checkpoint_id);
  const begin = beforeId ? checkpoints.findIndex((checkpoint) => checkpointIdOf(checkpoint) === beforeId) + 1 : 0;
  if (beforeId && begin === 0) return [];
  const page: LangGraphCheckpoint[] = [];
  let messages = 0;
  for (const checkpoint of checkpoints.slice(begin, begin + limit)) {
    messages += checkpoint ? messagesAfter(turnsUntil(checkpoint.turn.runId, thread.all)).length : 0;
    if (page.length > 0 && messages > MAX_HISTORY_MESSAGES) break;
    page.push(checkpoint);
  }
  const read = await withOutputs(page, thread, call);
  return page.map((checkpoint) => stateOf(read, checkpoint));
}

/** The thread with the outputs of the turns at the ends of branches that a page of its history shows. */
async function withOutputs(
  page: readonly LangGraphCheckpoint[],
  thread: LangGraphThread,
  call: GraphCall,
): Promise<LangGraphThread> {
  const followed = new Set(thread.all.map(({ afterRunId }) => afterRunId));
  const shown = new Set(page.map((checkpoint) => checkpoint?.turn.runId));
  const all = await Promise.all(
    thread.all.map(async (turn) =>
      turn.outputs !== null || followed.has(turn.runId) || !shown.has(turn.runId)
        ? turn
        : { ...turn, outputs: await outputsOf(turn.runId, call) },
    ),
  );
  return { ...thread, all };
}

async function stateAt(thread: LangGraphThread, checkpointId: string, call: GraphCall) {
  const checkpoint = checkpointsOf(thread).find((one) => checkpointIdOf(one) === checkpointId);
  if (checkpoint === undefined)
    throw new AppError('not-found', `The thread ${thread.threadId} has no checkpoint ${checkpointId}.`);
  return stateOf(await withOutputs([checkpoint], thread, call), checkpoint);
}

/** @throws {AppError} `not-found` */
export async function loadThread(call: GraphCall): Promise<LangGraphThread> {
  return readThread(await loadSession(call), call);
}

async function loadSession(call: GraphCall): Promise<SessionRow> {
  const { threadId: name = '' } = call.params;
  const session = await call.context.repos.sessions.find(ownerOf(call, name));
  if (session) return session;
  throw new AppError('not-found', `There is no thread ${name}.`);
}

/** The turns of a session, and the branch that its next run continues, with a run that has not ended at its end. */
export async function readThread(session: SessionRow, call: GraphCall): Promise<LangGraphThread> {
  const { context, endpoint, workflow } = call;
  const stored = await context.repos.sessions.turns(session);
  const spoken = await context.repos.runs.spoken(stored.map(({ runId }) => runId));
  const read = await Promise.all(stored.map((turn) => toLangGraphTurn(turn, spoken.get(turn.runId), call)));
  const branch = branchOf(read, session.headRunId);
  // The outputs of the last turn alone are read: they may be megabytes, and replace those before.
  const last = branch.at(-1);
  const head = last && { ...last, outputs: await outputsOf(last.runId, call) };
  const outcome = last?.status === 'waiting' ? await context.deps.runs.readOutcome(last.runId) : undefined;
  const withHead = (turns: readonly LangGraphTurn[]) => turns.map((turn) => (head && turn.runId === head.runId ? head : turn));
  return {
    threadId: session.name,
    metadata: (await context.repos.sessions.metadata([session.sessionKey])).get(session.sessionKey) ?? {},
    assistantId: endpoint.slug,
    createdAt: session.createdAt,
    updatedAt: session.updatedAt,
    turns: withHead(branch),
    all: withHead(read),
    startNode: workflow.nodes.find(({ type }) => type === 'start')?.id ?? 'start',
    approvals: last ? await requestedOfRun(last.runId, outcome?.approvals ?? [], call) : [],
  };
}

/** What a run waits for, as its reader sees it. */
export async function requestedOfRun(
  runId: string,
  approvals: readonly PendingApproval[],
  { context, endpoint }: GraphCall,
): Promise<RequestedApproval[]> {
  const reader = runReaderOfEndpoint(endpoint, context.language);
  const shown = approvals.map((one) => approvalFor(one, reader));
  if (shown.length === 0 || reader.level !== 'full') return shown;
  const asked = await Promise.all(shown.map(({ actionId }) => context.repos.approvals.get(runId, actionId)));
  return shown.map((one, index) => ({ ...one, args: asked[index]?.args, fixed: asked[index]?.fixed }));
}

function branchOf(all: readonly LangGraphTurn[], headRunId: string | null): LangGraphTurn[] {
  const branch = turnsUntil(headRunId, all);
  // It may have begun since the session was read.
  const begun = all.findLast((turn) => turn.status === 'running' && !branch.includes(turn));
  if (begun) return turnsUntil(begun.runId, all);
  const queued = all.findLast((turn) => turn.status === 'queued' && !branch.includes(turn));
  return queued ? [...branch, queued] : branch;
}

async function outputsOf(runId: string, { context }: GraphCall) {
  return (await context.repos.runs.get(runId))?.outputs ?? null;
}

async function toLangGraphTurn(
  turn: SessionTurn,
  spoken: Spoken | undefined,
  { context, endpoint }: GraphCall,
): Promise<LangGraphTurn> {
  const { runId, afterRunId, status, message, answer, inputs, error, createdAt, finishedAt } = turn;
  const shown = error && errorFor(error as NodeError, runReaderOfEndpoint(endpoint, context.language), runId);
  const updatedAt = finishedAt ?? createdAt;
  const asked = askedMessages(parseSent(spoken?.callerMessages ?? null) ?? sentText(message), runId);
  const { answers } = spoken?.hasApprovals ? await readAnswers(runId, answer, context) : { answers: wholeAnswer(runId, answer) };
  return { runId, afterRunId, status, asked, answers, inputs, outputs: null, error: shown, createdAt, updatedAt };
}
