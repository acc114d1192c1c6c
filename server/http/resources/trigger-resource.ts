import type { TriggerEventResource, TriggerResource } from '#lib/api/triggers.contract.ts';
import { AppError } from '#lib/errors/app-error.ts';
import type { TriggerRegistry } from '#lib/trigger-kit/define-trigger.ts';
import { workflowTriggerSchema } from '#lib/workflow/workflow.ts';
import { triggerRegistry } from '#triggers/registry.gen.ts';
import type { Repositories } from '../../db/repositories/repositories.ts';
import type { StoredTrigger, StoredTriggerEvent } from '../../db/repositories/trigger-repository.ts';
import type { TriggerRef } from '../../db/stores/trigger-event-store.ts';

/** Path of the requests of triggers; endpoint and trigger follow. */
export const HOOKS_PATH = '/api/v1/hooks';
/** Path of requests to those who listen in the editor; their token follows. */
export const TEST_HOOKS_PATH = '/api/v1/test-hooks';

const registry: TriggerRegistry = triggerRegistry;

/** @throws {AppError} `not-found` */
export async function loadTrigger(repos: Repositories, ref: TriggerRef): Promise<StoredTrigger> {
  const found = await repos.triggers.get(ref);
  if (found) return found;
  throw new AppError('not-found', `The endpoint ${ref.slug} has no trigger ${ref.triggerId}.`);
}

export function toTriggerResource(stored: StoredTrigger): TriggerResource {
  const { slug, triggerId, type, version, isArmed, isOn, hasSecret, nextAt, failure, lastStatus, lastAt } = stored;
  const trigger = workflowTriggerSchema.parse(JSON.parse(stored.trigger));
  const definition = Object.hasOwn(registry, type) ? registry[type] : undefined;
  const config = definition?.config.safeParse(trigger.config);
  return {
    slug,
    triggerId,
    type,
    label: trigger.label,
    version,
    isArmed,
    isOn,
    address: definition?.source === 'request' ? `${HOOKS_PATH}/${slug}/${triggerId}` : null,
    needsSecret: config?.success ? (definition?.hasSecret?.(config.data) ?? false) : false,
    hasSecret,
    nextAt: isArmed && isOn ? (nextAt?.toISOString() ?? null) : null,
    failure,
    lastEvent: lastStatus && lastAt && { status: lastStatus, receivedAt: lastAt.toISOString() },
  };
}

export function toTriggerEvent(stored: StoredTriggerEvent): TriggerEventResource {
  const { eventId, status, reason, runId, version, replayOf, dueAt, receivedAt } = stored;
  return {
    eventId,
    status,
    reason,
    runId: status === 'started' || status === 'duplicate' ? runId : null,
    version,
    replayOf,
    dueAt: dueAt?.toISOString() ?? null,
    receivedAt: receivedAt.toISOString(),
  };
}
