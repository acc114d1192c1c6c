import { requestProblem } from '../../conversation/request-problem.ts';
import type { CallerCall } from '../../db/repositories/caller-call-repository.ts';
import type { Endpoint } from '../../db/stores/endpoint-store.ts';
import type { GivenResult } from '../../openai/call-results.ts';
import { actionIdOf, toToolCall } from '../../openai/tool-calls.ts';
import type { HandlerContext } from '../handler-kit/define-handler.ts';
import { resumeLater } from '../runs/resume-later.ts';

const PAGE = 500;

type Given = { readonly results: readonly GivenResult[]; readonly runId?: string | undefined };
/** Where the answer to the results begins in the log of their run. */
export type Continued = {
  readonly runId: string;
  readonly afterSeq: number;
  /** Calls of earlier answers that still have no result. */
  readonly pending: readonly CallerCall[];
  /** Ids of what was answered. */
  readonly answered: ReadonlySet<string>;
  readonly isOneAtATime: boolean;
  /** The results were given before: this is the same answer again. */
  readonly isReplayed: boolean;
};

/**
 * Gives a run the results of the calls that it waits for, all of one answer together, and resumes it.
 * @throws {AppError} `body-invalid` for a call that does not wait for this key, and where a result is
 * missing or is another one than before
 */
export async function continueCalls(given: Given, endpoint: Endpoint, context: HandlerContext): Promise<Continued> {
  const { repos, deps } = context;
  const { results } = given;
  const calls = await callsOf(given, endpoint, context);
  const [first] = calls as [CallerCall, ...CallerCall[]];
  const { runId, isOneAtATime } = first;
  const outputs = results.map(({ output }, index) => ({ actionId: (calls[index] as CallerCall).actionId, output }));
  const answered = new Set(outputs.map(({ actionId }) => actionId));
  const open = await repos.callerCalls.pending(runId);
  const pending = open.filter(({ actionId }) => !answered.has(actionId));
  const isReplayed = calls.every(({ isPending }) => !isPending);
  if (isReplayed) {
    assertSame(calls, results);
    return { runId, afterSeq: await startOfAnswer(runId, answered, context), pending, answered, isOneAtATime, isReplayed };
  }
  assertWhole({ calls, pending, isOneAtATime, results });
  const lastSeq = (await repos.runs.getHead(runId))?.lastSeq ?? 0;
  const by = { keyId: endpoint.keyId, nowMs: deps.clock.now() };
  // Another request with the same results may have been faster.
  if (!(await repos.callerCalls.answer(runId, outputs, by))) throw unknownCall(results[0] as GivenResult);
  resumeLater(runId, deps);
  return { runId, afterSeq: lastSeq, pending, answered, isOneAtATime, isReplayed };
}

/**
 * Whether a run of this key made one of the calls. Otherwise another program did: the conversation was handed over, and
 * its results belong to what came before.
 */
export async function areOwnCalls({ results, runId }: Given, endpoint: Endpoint, { repos }: HandlerContext): Promise<boolean> {
  if (runId !== undefined) return true;
  const found = await repos.callerCalls.find(results.flatMap(({ callId }) => actionIdOf(callId) ?? []));
  return found.some((call) => isOf(call, endpoint));
}

/** In the order of the results, all of one run of this key. */
async function callsOf({ results, runId }: Given, endpoint: Endpoint, { repos }: HandlerContext): Promise<CallerCall[]> {
  const found = await repos.callerCalls.find(results.flatMap(({ callId }) => actionIdOf(callId) ?? []));
  const known = new Map(found.filter((call) => isOf(call, endpoint)).map((call) => [call.actionId, call]));
  const calls = results.map((result) => {
    const call = known.get(actionIdOf(result.callId) ?? '');
    if (!call) throw unknownCall(result);
    return call;
  });
  const wanted = runId ?? calls[0]?.runId;
  const other = results.find((_, index) => calls[index]?.runId !== wanted);
  if (other) throw requestProblem(other.field, 'This call is of another answer than the others');
  const twice = results.find(({ callId }, index) => results.findIndex((one) => one.callId === callId) !== index);
  if (twice) throw requestProblem(twice.field, 'This call has two results');
  return calls;
}

/** Never by another key that shares the runs of the endpoint: the arguments were for this one. */
function isOf({ keyId, slug, workflowId }: CallerCall, endpoint: Endpoint): boolean {
  return keyId === endpoint.keyId && slug === endpoint.slug && workflowId === endpoint.workflowId;
}

function unknownCall({ field, callId }: GivenResult) {
  return requestProblem(field, `No run waits for the result of the call ${callId}`);
}

type Answered = Pick<Continued, 'pending' | 'isOneAtATime'> & {
  readonly calls: readonly CallerCall[];
  readonly results: readonly GivenResult[];
};

function assertWhole({ calls, pending, isOneAtATime, results }: Answered): void {
  const late = calls.findIndex(({ isPending }) => !isPending);
  if (late >= 0) throw unknownCall(results[late] as GivenResult);
  if (isOneAtATime || pending.length === 0) return;
  const missing = pending.map((call) => toToolCall(call).id).join(', ');
  throw requestProblem((results[0] as GivenResult).field, `The same answer has calls without a result: ${missing}`);
}

function assertSame(calls: readonly CallerCall[], results: readonly GivenResult[]): void {
  const changed = results.find(({ output }, index) => calls[index]?.result !== output);
  if (!changed) return;
  const call = calls[results.indexOf(changed)];
  if (call?.result === undefined) throw unknownCall(changed);
  throw requestProblem(changed.field, `The call ${changed.callId} has another result already`);
}

/** The last seq before the results, or the last of all where the run has not read them. */
async function startOfAnswer(runId: string, actionIds: ReadonlySet<string>, { repos }: HandlerContext): Promise<number> {
  let seen = 0;
  for (;;) {
    const page = await repos.runs.readEvents(runId, seen, PAGE);
    const applied = page.find(({ type, json }) => type === 'approval_decided' && actionIds.has(JSON.parse(json).actionId));
    if (applied) return applied.seq - 1;
    if (page.length === 0) return seen;
    seen = page.at(-1)?.seq ?? seen;
  }
}

/** Stops the runs of calls that the caller will not answer: it began something else. */
export async function stopAbandonedCalls(callIds: readonly string[], endpoint: Endpoint, context: HandlerContext): Promise<void> {
  const { repos, deps } = context;
  const calls = await repos.callerCalls.find(callIds.flatMap((id) => actionIdOf(id) ?? []));
  const runIds = new Set(calls.filter((call) => call.isPending && isOf(call, endpoint)).map(({ runId }) => runId));
  for (const runId of runIds) {
    await repos.runs.requestStop(runId);
    await deps.runs.stop(runId, { graceMs: 0 });
  }
}
