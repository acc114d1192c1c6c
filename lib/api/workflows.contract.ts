import { z } from 'zod';
import { workflowSchema } from '../workflow/workflow.ts';
import { components } from './components.ts';
import { defineContract } from './define-contract.ts';
import { pageOf, pageQuery } from './page.ts';
import { validationSchema } from './validation.ts';

workflowSchema.register(components, { id: 'Workflow' });

const id = z.string().min(1).max(100);
const revision = z.int().positive().meta({ description: 'From 1; each change adds one.' });
const times = { createdAt: z.iso.datetime(), updatedAt: z.iso.datetime() };
const savedSchema = z.object({ id, revision }).register(components, { id: 'SavedWorkflow' });

const workflowResourceSchema = z
  .object({ id, revision, ...times, document: workflowSchema })
  .register(components, { id: 'WorkflowResource' });

const workflowSummarySchema = z
  .object({ id, name: z.string(), revision, ...times })
  .register(components, { id: 'WorkflowSummary' });

export const createWorkflow = defineContract({
  name: 'createWorkflow',
  method: 'POST',
  path: '/api/v1/workflows',
  tag: 'workflows',
  summary: 'Save a new workflow',
  description:
    'The body is the document. A draft may be incomplete: only its shape is checked here, the rest by `validate` and by a run.',
  body: workflowSchema,
  invalidBody: 'workflow-invalid',
  results: { 201: { description: 'Saved.', body: savedSchema } },
  errors: ['workflow-invalid', 'body-too-large'],
});

export const listWorkflows = defineContract({
  name: 'listWorkflows',
  method: 'GET',
  path: '/api/v1/workflows',
  tag: 'workflows',
  summary: 'List workflows, last saved first',
  query: z.object({
    ...pageQuery,
    search: z.string().max(200).optional().meta({ description: 'Part of the name, whatever its case.' }),
  }),
  results: { 200: { description: 'One page.', body: pageOf(workflowSummarySchema) } },
  errors: [],
});

export const getWorkflow = defineContract({
  name: 'getWorkflow',
  method: 'GET',
  path: '/api/v1/workflows/{id}',
  tag: 'workflows',
  summary: 'One workflow with its document',
  params: z.object({ id }),
  results: { 200: { description: 'The workflow; its revision is also the `ETag`.', body: workflowResourceSchema } },
  errors: ['not-found'],
});

export const replaceWorkflow = defineContract({
  name: 'replaceWorkflow',
  method: 'PUT',
  path: '/api/v1/workflows/{id}',
  tag: 'workflows',
  summary: 'Replace a workflow',
  description:
    '`If-Match` names the revision that was changed. When another one is stored by now nothing is saved, and the 409 holds both documents: `details.current` (`revision`, `document`) and `details.yours`.',
  params: z.object({ id }),
  headers: z.object({
    'if-match': z
      .string()
      .max(50)
      .optional()
      .meta({ description: 'The revision, as `3` or `"3"`. Without it the answer is 428.' }),
  }),
  body: workflowSchema,
  invalidBody: 'workflow-invalid',
  results: { 200: { description: 'Saved.', body: savedSchema } },
  errors: ['not-found', 'revision-stale', 'revision-required', 'workflow-invalid', 'body-too-large'],
});

export const deleteWorkflow = defineContract({
  name: 'deleteWorkflow',
  method: 'DELETE',
  path: '/api/v1/workflows/{id}',
  tag: 'workflows',
  summary: 'Delete a workflow; its runs stay',
  params: z.object({ id }),
  results: { 204: { description: 'Deleted.' } },
  errors: ['not-found'],
});

export const validateWorkflow = defineContract({
  name: 'validateWorkflow',
  method: 'POST',
  path: '/api/v1/workflows/validate',
  tag: 'workflows',
  summary: 'All problems of a document at once',
  description: 'The body is the document, as any JSON: what is not even shaped like a workflow is a problem too, not an error.',
  body: z.json(),
  results: { 200: { description: 'Checked; nothing is stored and nothing runs.', body: validationSchema } },
  errors: ['body-too-large'],
});
