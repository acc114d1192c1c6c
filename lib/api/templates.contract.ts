import { z } from 'zod';
import { workflowSchema } from '../workflow/workflow.ts';
import { components } from './components.ts';
import { defineContract } from './define-contract.ts';

export const templateSampleSchema = z
  .object({
    nodes: z
      .record(z.string(), z.enum(['succeeded', 'failed', 'skipped', 'cancelled', 'waiting']))
      .meta({ description: 'How its nodes ended, by id; `waiting`: it requested an approval.' }),
    answer: z.string().meta({ description: 'Beginning of what it answered, or asked approval for.' }),
  })
  .register(components, { id: 'TemplateSample' });
/** A run of a template with the demo model and the inputs it suggests. */
export type TemplateSample = z.output<typeof templateSampleSchema>;

const templateSummary = {
  id: z.string(),
  name: z.string(),
  description: z.string(),
  nodeCount: z.int().nonnegative(),
  sample: templateSampleSchema
    .nullable()
    .meta({ description: 'A run with the demo model; null if the folder of templates has no samples.' }),
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
