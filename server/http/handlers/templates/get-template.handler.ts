import { getTemplate } from '#lib/api/templates.contract.ts';
import { AppError } from '#lib/errors/app-error.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';

export const getTemplateHandler = defineHandler(getTemplate, async ({ params, deps }) => {
  const template = deps.templates.find(({ id }) => id === params.id);
  if (!template) throw new AppError('not-found', `There is no template ${params.id}.`);
  return { status: 200, body: template };
});
