import { AppError, errorCodes } from '#lib/errors/app-error.ts';
import type { Logger } from '#lib/ports/logger.ts';
import type { RunService, StartedRun } from '#lib/ports/run-service.ts';
import { fileRefOf, inlineBytes } from '#lib/run/file-value.ts';
import { triggerOwner } from '#lib/run/owner.ts';
import { inputFilesOf } from '#lib/workflow/file-inputs.ts';
import { fillTriggerInputs, valueWithoutField } from '#lib/workflow/fill-trigger-inputs.ts';
import { mapTriggerEvent, startInputsOf, type TriggerEvent } from '#lib/workflow/map-trigger-event.ts';
import type { StartInput } from '#lib/workflow/start-inputs.ts';
import type { FileIndex } from '../db/stores/file-index.ts';
import type { PendingEvent, TriggerEventStore } from '../db/stores/trigger-event-store.ts';
import { logLostOutcome } from '../process/log-lost-outcome.ts';
import type { FrozenWorkflows } from '../publish/frozen-workflows.ts';
import { readTrigger } from './trigger-kinds.ts';

/** Starts that fail for a reason of the server are tried again so often, over a good half hour. */
const MAX_ATTEMPTS = 40;
const MAX_DELAY_MS = 60_000;
/** How often an event that waits for the active run of its trigger is looked at again, in milliseconds. */
const QUEUE_DELAY_MS = 1000;

export type EventStarting = {
  readonly events: TriggerEventStore;
  readonly runs: Pick<RunService, 'start'>;
  readonly frozen: Pick<FrozenWorkflows, 'get'>;
  readonly files: { readonly index: Pick<FileIndex, 'find'> };
  readonly log: Pick<Logger, 'warn' | 'error'>;
};

/**
 * Starts the run of a stored event, or says why there is none. Never throws. Two processes may do it
 * at once: the run has one id, under
 * which it is stored once.
 * @returns the run if this process started it
 */
export async function startEvent(event: PendingEvent, starting: EventStarting): Promise<StartedRun | undefined> {
  const { events, log } = starting;
  const { eventId } = event;
  try {
    if (event.hasRun) return void (await events.settle(eventId, 'started'));
    return await tryStart(event, starting);
  } catch (error) {
    return void (await afterFailure(event, error, starting).catch((cause: unknown) => {
      log.error('an event of a trigger could not be started, and is tried again', { eventId, error: cause });
    }));
  }
}

async function tryStart(
  event: PendingEvent,
  { events, runs, frozen, files, log }: EventStarting,
): Promise<StartedRun | undefined> {
  const { eventId, slug, triggerId, workspaceId, workflowId, version, documentHash, runId } = event;
  const workflow = await frozen.get(documentHash);
  const found = workflow.triggers?.find(({ id }) => id === triggerId);
  if (!found) return void (await events.settle(eventId, 'refused', 'The version has no such trigger.'));
  const { trigger, definition, handler, config } = await readTrigger(found);
  const declared = startInputsOf(workflow);
  const payload = JSON.parse(event.payload) as TriggerEvent;
  const stray = valueWithoutField(trigger, definition, { event: payload, declared });
  if (stray !== undefined) return void (await events.settle(eventId, 'refused', `values.${stray}: The form has no such field.`));
  const mapped = mapTriggerEvent(fillTriggerInputs(trigger, definition, declared), payload, declared);
  if (mapped.is === 'filtered') return void (await events.settle(eventId, 'filtered'));
  if (mapped.is === 'refused') return void (await events.settle(eventId, 'refused', mapped.reason));
  const foreign = await foreignFile(mapped.inputs, declared, { event, index: files.index });
  if (foreign !== undefined)
    return void (await events.settle(eventId, 'refused', `${foreign}: The event did not bring this file.`));
  const overlap = handler.overlapOf?.(config) ?? 'parallel';
  if (overlap !== 'parallel' && !(await events.takeTurn({ slug, triggerId }, runId)))
    return void (await (overlap === 'skip' ? events.settle(eventId, 'skipped', 'overlap') : events.hold(event, QUEUE_DELAY_MS)));
  if (trigger.maxRuns !== undefined && !(await events.takePermit({ slug, triggerId }, { runId, max: trigger.maxRuns })))
    return void (await (trigger.whenBusy === 'skip'
      ? events.settle(eventId, 'skipped', 'busy')
      : events.hold(event, QUEUE_DELAY_MS)));
  const started = await runs.start({
    runId,
    workspaceId,
    workflow,
    workflowId,
    inputs: mapped.inputs,
    mode: 'deployed',
    deployment: { slug, version, owner: triggerOwner(event) },
    origin: { surface: trigger.type === 'form' ? 'form' : 'trigger', client: trigger.type },
  });
  logLostOutcome(started, log);
  await started.accepted;
  await events.settle(eventId, 'started');
  return started;
}

/** The file input that names a file of the workspace which this event did not store: its id came from outside. */
async function foreignFile(
  inputs: Readonly<Record<string, unknown>>,
  declared: readonly StartInput[],
  { event, index }: { readonly event: PendingEvent; readonly index: Pick<FileIndex, 'find'> },
): Promise<string | undefined> {
  const { slug, workflowId, workspaceId, runId } = event;
  for (const { path, value } of inputFilesOf(declared, inputs)) {
    const ref = inlineBytes(value) || typeof value !== 'object' ? undefined : fileRefOf(value);
    // Files of an event have its run before that begins.
    if (ref && !(await index.find(workspaceId, ref, { isMember: false, owners: [], slug, workflowId, runId }))) return path;
  }
  return undefined;
}

async function afterFailure(event: PendingEvent, error: unknown, { events, log }: EventStarting): Promise<void> {
  const { eventId, runId, attempts } = event;
  // Another process was faster.
  if (await events.hasRun(runId)) return events.settle(eventId, 'started');
  const reason = error instanceof Error ? error.message : String(error);
  const isFinal = AppError.is(error) && errorCodes[error.code].status < 500;
  if (isFinal || attempts >= MAX_ATTEMPTS) return events.settle(eventId, 'refused', reason);
  log.warn('the run of an event could not be started, and is tried again', { eventId, attempts, error });
  await events.delay(eventId, Math.min(250 * 2 ** attempts, MAX_DELAY_MS));
}
