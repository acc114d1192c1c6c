import { z } from 'zod';
import { workflowSchema } from '../workflow/workflow.ts';
import { components } from './components.ts';
import { defineContract } from './define-contract.ts';

const templateSummary = {
  id: z.string(),
  name: z.string(),
  description: z.string(),
  nodeCount: z.int().nonnegative(),
};
const templateSummarySchema = z.object(templateSummary).register(components, { id: 'TemplateSummary' });

const templateSchema = z.object({ ...templateSummary, document: workflowSchema }).register(components, { id: 'Template' });

/** A shipped workflow; its id is its file name. */
export type Template = z.output<typeof templateSchema>;

export const listTemplates = defineContract({
  name: 'listTemplates',
  method: 'GET',
  path: '/api/v1/templates',
  tag: 'catalogue',
  summary: 'List templates',
  results: {
    200: {
      description: 'The workflows that Threadloom ships with, by id.',
      body: z.object({ items: z.array(templateSummarySchema) }),
    },
  },
  errors: [],
});

export const getTemplate = defineContract({
  name: 'getTemplate',
  method: 'GET',
  path: '/api/v1/templates/{id}',
  tag: 'catalogue',
  summary: 'Get a template',
  params: z.object({ id: z.string().min(1).max(100) }),
  results: {
    200: {
      description: 'The template with its document.',
      body: templateSchema,
    },
  },
  errors: ['not-found'],
});
