import { z } from 'zod';
import { eventLevelSchema } from '../run/public-event.ts';
import { components } from './components.ts';
import { defineContract } from './define-contract.ts';
import { pageOf, pageQuery } from './page.ts';

/** The part of an address that names a published endpoint. */
export const slugSchema = z
  .string()
  .regex(
    /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/,
    'A slug has at most 63 small letters, digits and inner hyphens, as support-triage',
  )
  .meta({ description: 'The name in the address of the endpoint, once in the whole server.' });
const params = z.object({ slug: slugSchema });
const version = z.int().positive().max(2_147_483_647).meta({ description: 'Counted from 1 in each workflow.' });
const events = eventLevelSchema.meta({
  description: 'What callers see of a run. `summary` leaves out prompts, node inputs and outputs, reasoning and arguments.',
});
const models = z
  .array(
    z
      .string()
      .max(200)
      .regex(/^\P{Cc}+$/u, 'The name of a model has no control characters'),
  )
  .max(100)
  .meta({ description: 'Names that a caller’s `model` may have; it stands in the place of the workflow’s default model.' });
const toolNames = z.boolean().meta({ description: 'Whether a caller’s `toolNames` may take tools away.' });

const decisions = z.boolean().meta({
  description:
    'Whether keys may approve and reject what their runs ask. They never change arguments or results of tools and side effects, skip them, or raise limits.',
});
const sharedRuns = z.boolean().meta({
  description:
    'Whether runs, sessions and idempotency keys belong to all keys of the endpoint. Otherwise each belongs to the key that it came with, and to the workspace. Fixed for a run when it starts.',
});

const deploymentFields = {
  slug: slugSchema,
  workflowId: z.string(),
  workflowName: z.string(),
  version,
  events,
  allow: z
    .object({ models, toolNames, decisions, sharedRuns })
    .meta({ description: 'What callers may do beside starting runs.' }),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
};
const deploymentSchema = z.object(deploymentFields).register(components, { id: 'Deployment' });
export type DeploymentResource = z.output<typeof deploymentSchema>;

const deploymentDetailSchema = z
  .object({
    ...deploymentFields,
    versions: z
      .array(z.object({ number: version, documentHash: z.string(), createdAt: z.iso.datetime() }))
      .meta({ description: 'Of its workflow, newest first, a hundred at most.' }),
  })
  .register(components, { id: 'DeploymentDetail' });

export const deployWorkflow = defineContract({
  name: 'deployWorkflow',
  method: 'POST',
  path: '/api/v1/workflows/{id}/deployments',
  tag: 'deployments',
  summary: 'Publish the draft of a workflow under an address',
  description:
    'Freezes the draft as a version and puts the endpoint on it; a first time makes the endpoint. Content that was published before keeps its number. A workflow with errors is refused with all of them.',
  params: z.object({ id: z.string().min(1).max(100) }),
  body: z.strictObject({
    slug: slugSchema,
    events: events.optional().meta({ description: 'Stays what it was when left out; `summary` at first.' }),
    allow: z
      .strictObject({
        models: models.optional(),
        toolNames: toolNames.optional(),
        decisions: decisions.optional(),
        sharedRuns: sharedRuns.optional(),
      })
      .optional()
      .meta({ description: 'What callers may do beside starting runs: nothing at first. What is left out stays what it was.' }),
  }),
  results: {
    201: {
      description: 'Published.',
      body: z.object({ slug: slugSchema, version }).register(components, { id: 'PublishedVersion' }),
    },
  },
  errors: ['not-found', 'workflow-invalid', 'model-not-found', 'slug-taken'],
});

export const listDeployments = defineContract({
  name: 'listDeployments',
  method: 'GET',
  path: '/api/v1/deployments',
  tag: 'deployments',
  summary: 'List deployments, last changed first',
  query: z.object(pageQuery),
  results: { 200: { description: 'One page.', body: pageOf(deploymentSchema) } },
  errors: [],
});

export const getDeployment = defineContract({
  name: 'getDeployment',
  method: 'GET',
  path: '/api/v1/deployments/{slug}',
  tag: 'deployments',
  summary: 'One deployment with the versions of its workflow',
  params,
  results: { 200: { description: 'The deployment.', body: deploymentDetailSchema } },
  errors: ['not-found'],
});

export const promoteDeployment = defineContract({
  name: 'promoteDeployment',
  method: 'POST',
  path: '/api/v1/deployments/{slug}/promote',
  tag: 'deployments',
  summary: 'Put the endpoint on another version, newer or older',
  params,
  body: z.strictObject({ version }),
  results: { 200: { description: 'Runs that start from now on run this version.', body: deploymentSchema } },
  errors: ['not-found'],
});

export const deleteDeployment = defineContract({
  name: 'deleteDeployment',
  method: 'DELETE',
  path: '/api/v1/deployments/{slug}',
  tag: 'deployments',
  summary: 'Take the endpoint down, with its keys; versions and runs stay',
  params,
  results: { 204: { description: 'Gone.' } },
  errors: ['not-found'],
});
