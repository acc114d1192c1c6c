import { type OpenedForm, openForm } from '#lib/api/forms.contract.ts';
import { AppError } from '#lib/errors/app-error.ts';
import type { TriggerConfigOf } from '#lib/trigger-kit/define-trigger.ts';
import { unmappedInputs } from '#lib/workflow/fill-trigger-inputs.ts';
import { startInputsOf } from '#lib/workflow/map-trigger-event.ts';
import type form from '#triggers/form.trigger.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { HOOKS_PATH } from '../../resources/trigger-resource.ts';

export const openFormHandler = defineHandler(openForm, async ({ params: { slug, triggerId }, deps }) => {
  const { live, read } = await deps.triggers.hooks.openHook({ slug, triggerId });
  if (read.definition.id !== 'form') throw new AppError('not-found', `There is no form ${triggerId}.`);
  const workflow = await deps.publishing.frozen.get(live.documentHash);
  const { title, description, button, thanks } = read.config as TriggerConfigOf<typeof form>;
  const inputs = unmappedInputs(read.trigger, startInputsOf(workflow));
  const address = `${HOOKS_PATH}/${slug}/${triggerId}`;
  const texts = { title: title || workflow.name, description, button, thanks };
  return { status: 200, body: { slug, triggerId, ...texts, inputs, address } as OpenedForm };
});
