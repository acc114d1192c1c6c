import { randomUUID } from 'node:crypto';
import type { Logger } from '#lib/ports/logger.ts';
import type { Clock, GuardedFetch, NewId } from '#lib/ports/runtime.ts';
import { triggerEventKey } from '#lib/workflow/map-trigger-event.ts';
import type { Collected, DueTrigger, NewTriggerEvent, TriggerStore } from '../db/stores/trigger-store.ts';
import type { TimedEvent, TurnContext } from './define-trigger-handler.ts';
import { type ReadTrigger, readTrigger } from './trigger-kinds.ts';

/** A turn that fails is repeated after this time, in milliseconds. */
const RETRY_MS = 60_000;

export type Collecting = {
  readonly store: TriggerStore;
  readonly clock: Pick<Clock, 'now'>;
  readonly fetch: GuardedFetch;
  readonly newId: NewId;
  readonly log: Pick<Logger, 'warn'>;
  readonly signal: AbortSignal;
};
type Batch = { readonly types: readonly string[]; readonly limit: number; readonly leaseMs: number };

/** Stores the events of due triggers. @returns how many triggers were due */
export async function collectDue({ types, limit, leaseMs }: Batch, collecting: Collecting): Promise<number> {
  const { store } = collecting;
  if (types.length === 0) return 0;
  const claim = randomUUID();
  const due = await store.claimDue({ claim, types, limit, leaseMs });
  if (due.length === 0) return 0;
  await store.finishDue(claim, await Promise.all(due.map((trigger) => collectOne(trigger, collecting))));
  return due.length;
}

async function collectOne(due: DueTrigger, collecting: Collecting): Promise<Collected> {
  const { slug, triggerId, nextAt: dueAt, state } = due;
  const { store, clock, fetch, signal, log } = collecting;
  // The database decided that it is due; its clock may be ahead of this one.
  const now = new Date(Math.max(clock.now(), dueAt.getTime()));
  try {
    const read = await readTrigger(JSON.parse(due.trigger));
    if (!read.handler.collect) return { slug, triggerId, nextAt: null, state, failure: null, events: [] };
    const failedRuns: TurnContext['failedRuns'] = (query) => store.findFailedRuns(due, query);
    const found = await read.handler.collect(read.config, { dueAt, now, state }, { fetch, signal, failedRuns });
    const events = found.events.map((event) => newEvent(event, read, collecting));
    return { slug, triggerId, nextAt: found.nextAt, state: found.state ?? state, failure: found.failure ?? null, events };
  } catch (error) {
    const failure = error instanceof Error ? error.message : String(error);
    log.warn('a trigger could not be read, and is tried again', { slug, triggerId, error });
    return { slug, triggerId, nextAt: new Date(now.getTime() + RETRY_MS), state, failure, events: [] };
  }
}

function newEvent(
  { event, key, dueAt, refusal }: TimedEvent,
  { trigger }: ReadTrigger,
  { newId }: Pick<Collecting, 'newId'>,
): NewTriggerEvent {
  return {
    eventId: newId('evt'),
    runId: newId('run'),
    payload: JSON.stringify(event),
    key: storableKey(triggerEventKey(trigger, event) ?? key),
    dueAt: dueAt ?? null,
    refusal,
  };
}

/** PostgreSQL takes no NUL in any text. */
export function storableKey(key: string | undefined): string | null {
  return key === undefined ? null : key.replaceAll('\0', '\ufffd').toWellFormed();
}
