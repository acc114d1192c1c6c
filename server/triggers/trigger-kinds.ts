import { AppError } from '#lib/errors/app-error.ts';
import type { AnyTriggerDefinition, TriggerRegistry } from '#lib/trigger-kit/define-trigger.ts';
import { type WorkflowTrigger, workflowTriggerSchema } from '#lib/workflow/workflow.ts';
import { triggerRegistry } from '#triggers/registry.gen.ts';
import type { TriggerHandler } from './define-trigger-handler.ts';
import { triggerHandlers } from './handlers/registry.gen.ts';

// biome-ignore lint/suspicious/noExplicitAny: a handler of any config; `readTrigger` gives the parsed one
type AnyHandler = TriggerHandler<any>;

/** A trigger that was read, with its code. */
export type ReadTrigger = {
  readonly trigger: WorkflowTrigger;
  readonly definition: AnyTriggerDefinition;
  readonly handler: AnyHandler;
  readonly config: Record<string, unknown>;
};

const registry: TriggerRegistry = triggerRegistry;
const handlers: Readonly<Record<string, () => Promise<{ default: AnyHandler }>>> = triggerHandlers;

/** Kinds that have times, or that the server looks at. */
export const timeKinds: readonly string[] = kindsOf('time');
export const lookKinds: readonly string[] = kindsOf('look');

function kindsOf(source: AnyTriggerDefinition['source']): readonly string[] {
  return Object.values(registry)
    .filter((definition) => definition.source === source)
    .map(({ id }) => id);
}

/**
 * A trigger of a deployed version with its code.
 * @throws {AppError} `workflow-invalid` when another build published it and this one cannot read it
 */
export async function readTrigger(json: unknown): Promise<ReadTrigger> {
  const trigger = workflowTriggerSchema.parse(json);
  const definition = Object.hasOwn(registry, trigger.type) ? registry[trigger.type] : undefined;
  const load = Object.hasOwn(handlers, trigger.type) ? handlers[trigger.type] : undefined;
  const parsed = definition && trigger.version <= definition.version ? definition.config.safeParse(trigger.config) : undefined;
  if (!definition || !load || !parsed?.success)
    throw new AppError(
      'workflow-invalid',
      `The trigger ${trigger.id} was published by another build and cannot be read by this one.`,
    );
  return { trigger, definition, handler: (await load()).default, config: parsed.data };
}
