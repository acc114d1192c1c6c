import type { EventLevel, PublicEvent } from '#lib/run/public-event.ts';
import { isTerminal } from '#lib/run/run-status.ts';
import { readPublicEvent } from '#lib/run/to-public-event.ts';
import type { RunHead } from '../../db/repositories/run-repository.ts';
import type { HandlerContext } from '../handler-kit/define-handler.ts';
import { runReaderOf } from '../resources/run-reader-of.ts';
import { shownTexts } from './stream-run.ts';

type Page = { readonly afterSeq: number; readonly limit: number; readonly level: EventLevel };

/** A page of the stored events of a run. */
export async function readEventPage(run: RunHead, { afterSeq, limit, level }: Page, context: HandlerContext) {
  const texts = await shownTexts(run, level, context);
  const view = { ...runReaderOf(context), runId: run.runId, level, texts };
  const stored = await context.repos.runs.readEvents(run.runId, afterSeq, limit);
  const items = stored.map((event) => readPublicEvent(event, view)).filter((event): event is PublicEvent => event !== undefined);
  const nextAfter = stored.at(-1)?.seq ?? afterSeq;
  return { items, nextAfter, status: run.status, isComplete: isTerminal(run.status) && nextAfter >= run.lastSeq };
}
