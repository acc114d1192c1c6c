import type { RunResult } from '#lib/api/run-starts.contract.ts';
import type { RunOutcome, StartedRun, StartRun } from '#lib/ports/run-service.ts';
import type { EventLevel } from '#lib/run/public-event.ts';
import { visitorAnswer, visitorOutputs } from '#lib/run/visitor-event.ts';
import { approvalFor, errorIn, type RunReader } from '#lib/run/what-leaves.ts';
import { logLostOutcome } from '../../process/log-lost-outcome.ts';
import type { ApiDependencies } from '../handler-kit/api-dependencies.ts';
import type { HandlerContext } from '../handler-kit/define-handler.ts';
import { runReaderOf } from '../resources/run-reader-of.ts';
import { answeredOutcome } from '../runs/answered-outcome.ts';
import { followRun } from '../runs/follow-run.ts';
import type { Once } from '../runs/start-once.ts';

type Starting = {
  readonly ask: Ask;
  /** Where its caller gave it a key. */
  readonly once?: Once | undefined;
};
type StartContext = Pick<HandlerContext, 'repos' | 'traceparent' | 'whenGone' | 'language' | 'endpoint'> & {
  readonly deps: Pick<ApiDependencies, 'runs' | 'starts' | 'hub' | 'log'>;
};
type Ask = {
  readonly mode: 'sync' | 'stream' | 'async';
  readonly events: EventLevel;
  /** The nodes whose text is shown at `summary`. @defaultValue all of them */
  readonly texts?: ReadonlySet<string>;
};

/** Starts a run and answers in the requested mode. The run continues when the request is cut off. */
export async function startRun(run: StartRun, { ask, once }: Starting, context: StartContext) {
  const { started, isReplayed, isHere } = await startOrFind(run, once, context);
  const statusUrl = `/api/v1/runs/${started.runId}`;
  const urls = { statusUrl, eventsUrl: `${statusUrl}/events` };
  const replayed = isReplayed && { 'idempotent-replayed': 'true' };
  const headers = { location: statusUrl, 'x-run-id': started.runId, ...replayed };
  if (ask.mode === 'sync') {
    const { deps, repos, whenGone } = context;
    const sources = { hub: deps.hub, runs: deps.runs, stored: repos.runs, signal: whenGone?.() };
    const outcome = await answeredOutcome(started, sources);
    const reader = { ...runReaderOf(context), level: ask.events };
    if (outcome.status !== 'waiting')
      return {
        status: 200,
        headers: { 'x-run-id': started.runId, ...replayed },
        body: toRunResult(outcome, reader),
      } as const;
    return { status: 202, headers, body: toWaitingRun(outcome, reader) } as const;
  }
  if (!isReplayed) logLostOutcome(started, context.deps.log);
  if (ask.mode === 'stream') {
    const { runId } = started;
    return {
      stream: { runId, afterSeq: 0, level: ask.events, texts: ask.texts, headers: replayed || {}, ...(isHere && { started }) },
    } as const;
  }
  await started.accepted;
  return { status: 202, headers, body: { runId: started.runId, ...urls } } as const;
}

type Found = {
  readonly started: StartedRun;
  readonly isReplayed: boolean;
  /** This process stores or just stored the run, so its first events need no lookup. */
  readonly isHere: boolean;
};

export async function startOrFind(
  asked: StartRun,
  once: Once | undefined,
  { deps, repos, traceparent, whenGone }: Omit<StartContext, 'language' | 'endpoint'>,
): Promise<Found> {
  const run = { ...asked, ...(traceparent !== undefined && { traceparent }) };
  if (!once) return { started: await deps.runs.start(run), isReplayed: false, isHere: true };
  const { runId, isReplayed, started } = await deps.starts.start(run, once);
  if (started) return { started, isReplayed, isHere: true };
  const { hub, runs } = deps;
  return { started: followRun(runId, { hub, runs, stored: repos.runs, signal: whenGone?.() }), isReplayed, isHere: false };
}

/** The answer of a run that waits. */
export function toWaitingRun({ runId, status, approvals = [], resumesAt, breakpoints }: RunOutcome, reader: RunReader) {
  const statusUrl = `/api/v1/runs/${runId}`;
  return {
    runId,
    status: status as 'waiting',
    approvals: approvals.map((approval) => approvalFor(approval, reader)),
    ...(resumesAt !== undefined && { resumesAt }),
    ...(breakpoints && !reader.isVisitor && { breakpoints: [...breakpoints] }),
    statusUrl,
    eventsUrl: `${statusUrl}/events`,
  };
}

/** The answer of a run that has ended. */
export function toRunResult({ runId, status, reason, outputs, error, usage }: RunOutcome, reader: RunReader): RunResult {
  if (reader.isVisitor) return visitorResult({ runId, status, outputs, error }, reader);
  // The log has validated that outputs are JSON.
  return {
    runId,
    status,
    ...(reason !== undefined && { reason }),
    outputs: outputs as RunResult['outputs'],
    ...errorIn(error, reader, runId),
    usage,
  };
}

/** The answer, and neither why a run ended nor what it took. */
function visitorResult(
  {
    runId,
    status,
    outputs,
    error,
  }: Pick<RunOutcome, 'runId' | 'status' | 'outputs'> & { error: RunOutcome['error'] | undefined },
  reader: RunReader,
) {
  const answer = status === 'succeeded' ? visitorAnswer(outputs, reader.language) : [];
  const usage = { promptTokens: 0, completionTokens: 0, totalTokens: 0 };
  return { runId, status, outputs: visitorOutputs(answer, reader.language), ...errorIn(error, reader, runId), usage };
}
