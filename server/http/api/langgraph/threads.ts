import { z } from 'zod';
import { AppError } from '#lib/errors/app-error.ts';
import type { NodeError } from '#lib/run/run-event.ts';
import { approvalFor, errorFor } from '#lib/run/what-leaves.ts';
import { DEFAULT_KEEP_DAYS } from '#lib/workflow/session-settings.ts';
import { requestProblem } from '../../../conversation/request-problem.ts';
import type { SessionRow, SessionTurn } from '../../../db/repositories/session-repository.ts';
import { ownerOf as callersOwner, readerOf } from '../../../db/stores/endpoint-owner.ts';
import {
  checkpointIdOf,
  checkpointsOf,
  type LangGraphCheckpoint,
  type LangGraphThread,
  type LangGraphTurn,
  messagesOf,
  stateOf,
  threadOf,
  threadStatus,
  turnsUntil,
} from '../../../langgraph/graph-objects.ts';
import { parsePart } from '../../protocol/parse-part.ts';
import { runReaderOfEndpoint } from '../../resources/run-reader-of.ts';
import type { GraphCall } from './graph-context.ts';

const MAX_FOUND = 100;
const MAX_HISTORY = 1000;
/** In all states of one answer: each has the messages of those before it. */
const MAX_HISTORY_MESSAGES = 20_000;
const threadId = z.string().min(1).max(200);
const createSchema = z.looseObject({
  thread_id: threadId.nullish(),
  if_exists: z.enum(['raise', 'do_nothing']).nullish(),
  supersteps: z.array(z.unknown()).nullish(),
});
const searchSchema = z.looseObject({
  metadata: z.record(z.string(), z.unknown()).nullish(),
  values: z.record(z.string(), z.unknown()).nullish(),
  ids: z.array(threadId).max(MAX_FOUND).nullish(),
  status: z.enum(['idle', 'busy', 'interrupted', 'error']).nullish(),
  limit: z.int().min(1).max(MAX_FOUND).default(10),
  offset: z.int().min(0).max(MAX_HISTORY).default(0),
});
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

/** A thread that continues after the latest run of another one. */
export async function copyThread(call: GraphCall) {
  const { repos, deps } = call.context;
  const session = await loadSession(call);
  const { headRunId: runId, title } = session;
  if (runId === null) throw new AppError('run-not-found', `The thread ${session.name} has no run yet.`);
  const newKey = deps.newId('ses');
  const copy = await repos.sessions.fork(session, { newKey, name: newKey, runId, title });
  if (!copy) throw new AppError('internal', 'A session was neither made nor found.');
  return threadOf(await readThread(copy, call));
}

export async function searchThreads(call: GraphCall) {
  const { metadata, values, ids, status, limit, offset } = parsePart(searchSchema, call.body ?? {}, { name: 'body' });
  const known: readonly string[] = ['graph_id', 'assistant_id'];
  const [unknown] = Object.keys(metadata ?? {}).filter((name) => !known.includes(name));
  if (unknown !== undefined) throw requestProblem(`metadata.${unknown}`, 'Threads keep graph_id and assistant_id alone');
  if (values && Object.keys(values).length > 0) throw requestProblem('values', 'Threads are not found by their state');
  if (Object.values(metadata ?? {}).some((value) => value !== call.endpoint.slug)) return [];
  const found: SessionRow[] = [];
  let skipped = 0;
  for await (const page of ids ? sessionsNamed(ids, call) : sessionPages(call)) {
    const statuses = status && (await call.context.repos.sessions.headStatuses(page.map(({ sessionKey }) => sessionKey)));
    const matching = statuses ? page.filter(({ sessionKey }) => threadStatus(statuses.get(sessionKey)) === status) : page;
    const rest = matching.slice(Math.max(offset - skipped, 0));
    skipped += matching.length - rest.length;
    found.push(...rest.slice(0, limit - found.length));
    if (found.length >= limit) break;
  }
  const threads: object[] = [];
  for (const session of found) threads.push(threadOf(await readThread(session, call)));
  return threads;
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
    messages += checkpoint ? turnsUntil(checkpoint.turn.runId, thread.all).flatMap(messagesOf).length : 0;
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
  const read = stored.map((turn) => toLangGraphTurn(turn, call));
  const branch = branchOf(read, session.headRunId);
  // The outputs of the last turn alone are read: they may be megabytes, and replace those before.
  const last = branch.at(-1);
  const head = last && { ...last, outputs: await outputsOf(last.runId, call) };
  const outcome = last?.status === 'waiting' ? await context.deps.runs.readOutcome(last.runId) : undefined;
  const withHead = (turns: readonly LangGraphTurn[]) => turns.map((turn) => (head && turn.runId === head.runId ? head : turn));
  return {
    threadId: session.name,
    assistantId: endpoint.slug,
    createdAt: session.createdAt,
    updatedAt: session.updatedAt,
    turns: withHead(branch),
    all: withHead(read),
    startNode: workflow.nodes.find(({ type }) => type === 'start')?.id ?? 'start',
    approvals: (outcome?.approvals ?? []).map((one) => approvalFor(one, runReaderOfEndpoint(endpoint, context.language))),
  };
}

function branchOf(all: readonly LangGraphTurn[], headRunId: string | null): LangGraphTurn[] {
  const branch = turnsUntil(headRunId, all);
  const queued = all.findLast((turn) => turn.status === 'queued' && !branch.includes(turn));
  return queued ? [...branch, queued] : branch;
}

async function outputsOf(runId: string, { context }: GraphCall) {
  return (await context.repos.runs.get(runId))?.outputs ?? null;
}

function toLangGraphTurn(turn: SessionTurn, { context, endpoint }: GraphCall): LangGraphTurn {
  const { runId, afterRunId, status, message, answer, inputs, error, createdAt, finishedAt } = turn;
  const shown = error && errorFor(error as NodeError, runReaderOfEndpoint(endpoint, context.language), runId);
  const updatedAt = finishedAt ?? createdAt;
  return { runId, afterRunId, status, message, answer, inputs, outputs: null, error: shown, createdAt, updatedAt };
}
