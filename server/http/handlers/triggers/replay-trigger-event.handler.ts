import { replayTriggerEvent } from '#lib/api/triggers.contract.ts';
import { AppError } from '#lib/errors/app-error.ts';
import type { TriggerRegistry } from '#lib/trigger-kit/define-trigger.ts';
import { fillTriggerInputs } from '#lib/workflow/fill-trigger-inputs.ts';
import { mapTriggerEvent, startInputsOf } from '#lib/workflow/map-trigger-event.ts';
import { triggerRegistry } from '#triggers/registry.gen.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { originOf } from '../../start/origin-of.ts';
import { startRun } from '../../start/start-run.ts';
import { inlineSubworkflows } from '../../workflows/inline-subworkflows.ts';
import { loadWorkflow } from '../../workflows/load-workflow.ts';

const triggers: TriggerRegistry = triggerRegistry;

export const replayTriggerEventHandler = defineHandler(replayTriggerEvent, async (context) => {
  const { params, body, repos, deps, workspaceId } = context;
  const stored = await repos.triggers.event(params.eventId);
  if (!stored) throw new AppError('not-found', `There is no event ${params.eventId}.`);
  const { triggerId, workflowId, payload } = stored;
  if (body.on === 'live') {
    const ids = { eventId: deps.newId('evt'), runId: deps.newId('run') };
    if (!(await repos.triggers.replay(params.eventId, ids)))
      throw new AppError('not-found', `The deployed version has no trigger ${triggerId} any more.`);
    deps.triggers.wake();
    return { status: 202, body: ids };
  }
  const { workflow: draft } = await loadWorkflow(repos, workflowId);
  const trigger = draft.triggers?.find(({ id }) => id === triggerId);
  if (!trigger) throw new AppError('not-found', `The draft has no trigger ${triggerId}.`);
  const declared = startInputsOf(draft);
  const definition = Object.hasOwn(triggerRegistry, trigger.type) ? triggers[trigger.type] : undefined;
  const mapped = mapTriggerEvent(fillTriggerInputs(trigger, definition, declared), JSON.parse(payload), declared);
  if (mapped.is === 'filtered')
    throw new AppError('inputs-invalid', `The filter of the trigger ${triggerId} is false for this event.`);
  if (mapped.is === 'refused') throw new AppError('inputs-invalid', mapped.reason);
  const workflow = await inlineSubworkflows(draft, repos, workflowId);
  const started = await startRun(
    { workspaceId, workflow, workflowId, inputs: mapped.inputs, mode: 'draft', origin: originOf(context) },
    { ask: { mode: 'async', events: 'full' } },
    context,
  );
  if (!('status' in started) || started.status !== 202) throw new AppError('internal', 'The run of the draft was not accepted.');
  return { status: 202, body: { eventId: null, runId: started.body.runId } };
});
