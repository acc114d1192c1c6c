import type { z } from 'zod';
import type { startHeaders } from '#lib/api/run-starts.contract.ts';
import { parseEventId } from '#lib/run/event-id.ts';
import type { EventLevel } from '#lib/run/public-event.ts';
import { isTerminal } from '#lib/run/run-status.ts';
import { answerTexts, leavingTexts } from '#lib/workflow/leaving-texts.ts';
import type { RunHead } from '../../db/repositories/run-repository.ts';
import { isVisitor } from '../../db/stores/endpoint-store.ts';
import type { HandlerContext, StreamAnswer } from '../handler-kit/define-handler.ts';
import { loadRunHead } from '../resources/run-resource.ts';

/** The nodes whose text a key sees at `summary`. @returns undefined when it sees all */
export async function shownTexts(run: RunHead, level: EventLevel, { endpoint, deps }: HandlerContext) {
  if (!endpoint || level !== 'summary') return undefined;
  const workflow = await deps.publishing.frozen.get(run.documentHash);
  return isVisitor(endpoint) ? answerTexts(workflow) : leavingTexts(workflow);
}

/** The events of a stored run after a seq, or 204 when it has ended and there are none. */
export async function streamRun(
  run: RunHead,
  { afterSeq, level }: { afterSeq: number; level: EventLevel },
  context: HandlerContext,
): Promise<StreamAnswer | { status: 204 }> {
  // 204 tells an EventSource to stop; after a stream that only ends it would reconnect forever.
  if (isTerminal(run.status) && afterSeq >= run.lastSeq) return { status: 204 };
  return { stream: { runId: run.runId, afterSeq, level, texts: await shownTexts(run, level, context) } };
}

type Stream = { readonly mode: 'sync' | 'stream' | 'async'; readonly events: EventLevel };

/**
 * For a request that would start a run, but comes from a client that reconnects to a stream and sends the id of the
 * last event it received: the rest of that run. @returns undefined for a request that starts a run
 * @throws {AppError} `run-not-found`; `rate-limited` before anything is stored, where the stream may not be opened
 */
export async function continueStream(
  headers: z.output<typeof startHeaders>,
  { mode, events }: Stream,
  context: HandlerContext,
): Promise<StreamAnswer | { status: 204 } | undefined> {
  if (mode === 'stream') context.streamPermit?.take();
  if (mode === 'sync') context.streamPermit?.takeToWait();
  const last = parseEventId(headers['last-event-id'] ?? '');
  if (mode !== 'stream' || last?.runId === undefined) return undefined;
  return streamRun(await loadRunHead(last.runId, context), { afterSeq: last.seq, level: events }, context);
}
