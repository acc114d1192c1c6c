import { createHash } from 'node:crypto';
import type { Logger } from '#lib/ports/logger.ts';
import type { Clock } from '#lib/ports/runtime.ts';
import type { WorkflowTrigger } from '#lib/workflow/workflow.ts';
import type { ArmedTrigger, TriggerStore, UnarmedDeployment } from '../db/stores/trigger-store.ts';
import type { FrozenWorkflows } from '../publish/frozen-workflows.ts';
import { readTrigger } from './trigger-kinds.ts';

const BATCH = 50;

type Arming = {
  readonly store: TriggerStore;
  readonly frozen: Pick<FrozenWorkflows, 'get'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Pick<Logger, 'error'>;
};

/**
 * Makes the triggers of deployed versions those that receive events. Repeatable, and right whichever
 * process does it: a deployment
 * names the version whose triggers it has.
 * @param slug of this deployment only
 * @returns whether there may be more
 */
export async function armTriggers(arming: Arming, slug?: string): Promise<boolean> {
  const unarmed = await arming.store.findUnarmed({ slug, limit: BATCH });
  let armed = 0;
  for (const deployment of unarmed) if (await armOne(deployment, arming)) armed++;
  return armed > 0 && unarmed.length === BATCH;
}

async function armOne(deployment: UnarmedDeployment, { store, frozen, clock, log }: Arming): Promise<boolean> {
  const after = new Date(clock.now());
  const triggers: ArmedTrigger[] = [];
  try {
    const workflow = await frozen.get(deployment.documentHash);
    for (const trigger of workflow.triggers ?? []) triggers.push(await armedTrigger(trigger, after));
  } catch (error) {
    // A newer build published it. Nothing receives events that this build cannot start.
    log.error('the triggers of a deployment cannot be read', { slug: deployment.slug, error });
    return false;
  }
  await store.arm(deployment, triggers);
  return true;
}

async function armedTrigger(trigger: WorkflowTrigger, after: Date): Promise<ArmedTrigger> {
  const { handler, config } = await readTrigger(trigger);
  const { id: triggerId, type, disabled = false } = trigger;
  // The sample is for the editor.
  const { sample: _, ...kept } = trigger;
  return {
    triggerId,
    type,
    configHash: createHash('sha256')
      .update(JSON.stringify([type, config]))
      .digest('base64url'),
    trigger: JSON.stringify(kept),
    isArmed: !disabled,
    nextAt: disabled ? null : (handler.firstAt?.(config, after) ?? null),
  };
}
