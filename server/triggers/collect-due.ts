import { randomUUID } from 'node:crypto';
import type { Logger } from '#lib/ports/logger.ts';
import type { MailReader } from '#lib/ports/mailbox.ts';
import type { Clock, GuardedFetch, NewId } from '#lib/ports/runtime.ts';
import { triggerOwner } from '#lib/run/owner.ts';
import { triggerEventKey } from '#lib/workflow/map-trigger-event.ts';
import { storableText } from '../db/database/fragments.ts';
import type { FileIndex } from '../db/stores/file-index.ts';
import type { NewTriggerEvent } from '../db/stores/trigger-event-store.ts';
import type { Collected, DueTrigger, TriggerStore } from '../db/stores/trigger-store.ts';
import type { FrozenWorkflows } from '../publish/frozen-workflows.ts';
import type { FileStore } from '../storage/files/file-store.ts';
import type { TimedEvent, TurnContext } from './define-trigger-handler.ts';
import { EventFiles, fileIdsIn } from './keep-event-files.ts';
import { lookKinds, type ReadTrigger, readTrigger } from './trigger-kinds.ts';

/** A turn that fails is repeated after this time, in milliseconds. */
const RETRY_MS = 60_000;

export type Collecting = {
  readonly store: TriggerStore;
  readonly clock: Pick<Clock, 'now'>;
  /** Adds credentials. */
  readonly fetch: GuardedFetch;
  readonly mail: Pick<MailReader, 'read'>;
  readonly files: Pick<FileStore, 'write'> & { readonly index: Pick<FileIndex, 'assignToRun'> };
  readonly frozen: Pick<FrozenWorkflows, 'get'>;
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
  const collected = await Promise.all(due.map((trigger) => collectOne(trigger, collecting)));
  // First, so that no event is stored whose files stay for ever.
  for (const [index, { events }] of collected.entries())
    for (const { payload, runId } of events)
      await collecting.files.index.assignToRun((due[index] as DueTrigger).workspaceId, fileIdsIn(JSON.parse(payload)), runId);
  await store.finishDue(claim, collected);
  return due.length;
}

async function collectOne(due: DueTrigger, collecting: Collecting): Promise<Collected> {
  const { slug, triggerId, nextAt: dueAt, state } = due;
  const { clock, log } = collecting;
  // The database decided that it is due; its clock may be ahead of this one.
  const now = new Date(Math.max(clock.now(), dueAt.getTime()));
  try {
    const read = await readTrigger(JSON.parse(due.trigger));
    if (!read.handler.collect) return { slug, triggerId, nextAt: null, state, failure: null, events: [] };
    const found = await read.handler.collect(read.config, { dueAt, now, state }, await contextOf(due, collecting));
    const events = found.events.map((event) => newEvent(event, read, collecting));
    return { slug, triggerId, nextAt: found.nextAt, state: found.state ?? state, failure: found.failure ?? null, events };
  } catch (error) {
    const failure = error instanceof Error ? error.message : String(error);
    log.warn('a trigger could not be read, and is tried again', { slug, triggerId, error });
    return { slug, triggerId, nextAt: new Date(now.getTime() + RETRY_MS), state, failure, events: [] };
  }
}

async function contextOf(due: DueTrigger, collecting: Collecting): Promise<TurnContext> {
  const { slug, triggerId, workspaceId, workflowId, type } = due;
  const { fetch, signal, mail, store, files, frozen } = collecting;
  // A schedule, of which there are many, reads nothing.
  const slots = lookKinds.includes(type) ? ((await frozen.get(due.documentHash)).settings.credentials ?? {}) : {};
  return {
    fetch,
    signal,
    mail,
    failedRuns: (query) => store.findFailedRuns(due, query),
    credentialOf(slot) {
      const declared = Object.hasOwn(slots, slot) ? slots[slot] : undefined;
      if (!declared) throw new Error(`The settings of the workflow have no credential '${slot}'.`);
      return { workspaceId, workflowId, slot, declared };
    },
    filesOf: (key, maxBytes) =>
      new EventFiles(files, {
        workspaceId,
        folder: `triggers/${slug}/${triggerId}/${key}`,
        maxBytes,
        owner: triggerOwner({ slug, triggerId }),
      }),
  };
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

/** As it is stored; null for none. */
export function storableKey(key: string | undefined): string | null {
  return key === undefined ? null : storableText(key);
}
