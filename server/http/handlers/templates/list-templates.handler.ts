import { listTemplates } from '#lib/api/templates.contract.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';

export const listTemplatesHandler = defineHandler(listTemplates, async ({ deps }) => ({
  status: 200,
  body: { items: deps.templates.map(({ document: _, ...summary }) => summary) },
}));
