import { z } from 'zod';
import { eventLevelSchema } from '../run/event-level.ts';
import { originsSchema } from '../text/web-origin.ts';
import { hostPatternSchema } from '../tools/granted-hosts.ts';
import { components } from './components.ts';
import { defineContract } from './define-contract.ts';
import { pageOf, pageQuery } from './page.ts';

/** Name of a published endpoint in its URL. */
export const slugSchema = z
  .string()
  .regex(
    /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/,
    'A slug has at most 63 lower-case letters, digits and inner hyphens, as in support-triage',
  )
  .meta({ description: 'Name of the endpoint in its URL, unique in the server.' });
const params = z.object({ slug: slugSchema });
const version = z.int().positive().max(2_147_483_647).meta({ description: 'Number of the version, from 1 in each workflow.' });
const events = eventLevelSchema.meta({
  description: 'Event level that callers see. `summary`: without prompts, node inputs and outputs, reasoning and tool arguments.',
});
const models = z
  .array(
    z
      .string()
      .max(200)
      .regex(/^\P{Cc}+$/u, 'The name of a model has no control characters'),
  )
  .max(100)
  .meta({ description: 'Allowlist for `model`, with which callers replace the workflow’s default model.' });
const toolNames = z.boolean().meta({ description: 'Whether callers may restrict the tools of a run with `toolNames`.' });

const decisions = z.boolean().meta({
  description:
    'Whether keys may approve and reject for their runs. They cannot change arguments or results of tools and side effects, skip them, or raise limits.',
});
const sharedRuns = z.boolean().meta({
  description:
    'Whether all keys of the endpoint share runs, sessions and idempotency keys. Otherwise each is visible only to the key that created it and to the workspace. Fixed when a run starts.',
});

const hosts = z
  .array(z.union([z.literal('*'), hostPatternSchema]))
  .max(100)
  .meta({
    description:
      'Where the version may send requests whose host a value or a model chooses, as `api.example.com` or `*.example.com`; `*` is any host that the server allows. If missing, those of the version that the endpoint runs; initially none, so that such requests are refused. The version keeps them.',
  });

const callerTools = z.boolean().meta({
  description:
    'Whether callers of the OpenAI API may give tools of their own, which they execute themselves. A run then waits for their results.',
});
const publicCard = z.boolean().meta({
  description: 'Whether the agent card of A2A is read without a key. It has the name and the description of the workflow.',
});
const origins = originsSchema.meta({
  description:
    'Origins of web pages whose scripts may use a key of the endpoint and read the answers (CORS), under `/run/{slug}`, `/v1` and wherever else its keys may call, as `https://shop.example.com` or `https://*.example.com`.',
});

const deploymentFields = {
  slug: slugSchema,
  workflowId: z.string(),
  workflowName: z.string(),
  version,
  events,
  allow: z
    .object({ models, toolNames, decisions, sharedRuns, callerTools, publicCard, origins })
    .meta({ description: 'What callers may do in addition to starting runs.' }),
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
      .meta({ description: 'Versions of the workflow, newest first, at most 100.' }),
  })
  .register(components, { id: 'DeploymentDetail' });

export const deployWorkflow = defineContract({
  name: 'deployWorkflow',
  scope: 'edit',
  method: 'POST',
  path: '/api/v1/workflows/{id}/deployments',
  tag: 'deployments',
  summary: 'Deploy the draft of a workflow',
  description:
    'Publishes the draft as an immutable version and switches the endpoint to it; creates the endpoint if the slug is new. Content that was published before keeps its version number. A draft with errors fails with all of its problems.',
  params: z.object({ id: z.string().min(1).max(100) }),
  body: z.strictObject({
    slug: slugSchema,
    events: events.optional().meta({ description: 'Not changed if missing. Initially `summary`.' }),
    hosts: hosts.optional(),
    allow: z
      .strictObject({
        models: models.optional(),
        toolNames: toolNames.optional(),
        decisions: decisions.optional(),
        sharedRuns: sharedRuns.optional(),
        callerTools: callerTools.optional(),
        publicCard: publicCard.optional(),
        origins: origins.optional(),
      })
      .optional()
      .meta({
        description: 'What callers may do in addition to starting runs. Initially nothing. Missing fields are not changed.',
      }),
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
  query: z.object({
    ...pageQuery,
    workflowId: z.string().max(100).optional().meta({ description: 'Only those of this workflow.' }),
  }),
  results: { 200: { description: 'One page.', body: pageOf(deploymentSchema) } },
  errors: [],
});

export const getDeployment = defineContract({
  name: 'getDeployment',
  method: 'GET',
  path: '/api/v1/deployments/{slug}',
  tag: 'deployments',
  summary: 'Get a deployment',
  params,
  results: { 200: { description: 'The deployment and the versions of its workflow.', body: deploymentDetailSchema } },
  errors: ['not-found'],
});

export const promoteDeployment = defineContract({
  name: 'promoteDeployment',
  scope: 'edit',
  method: 'POST',
  path: '/api/v1/deployments/{slug}/promote',
  tag: 'deployments',
  summary: 'Switch a deployment to another version',
  params,
  body: z.strictObject({ version }),
  results: { 200: { description: 'The deployment. New runs execute this version.', body: deploymentSchema } },
  errors: ['not-found'],
});

export const deleteDeployment = defineContract({
  name: 'deleteDeployment',
  scope: 'edit',
  method: 'DELETE',
  path: '/api/v1/deployments/{slug}',
  tag: 'deployments',
  summary: 'Delete a deployment',
  description: 'Deletes the endpoint and its keys. Versions and runs are kept.',
  params,
  results: { 204: { description: 'Deleted.' } },
  errors: ['not-found'],
});
