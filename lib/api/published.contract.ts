import { z } from 'zod';
import { jsonObjectSchema } from '../run/json-value.ts';
import { publicEventSchema } from '../run/public-event.ts';
import { components } from './components.ts';
import { defineContract } from './define-contract.ts';
import { slugSchema } from './deployments.contract.ts';
import {
  publishedHeaders,
  runAcceptedSchema,
  runResultSchema,
  runWaitingSchema,
  startErrors,
  startHeaders,
  startResults,
  turnFields,
} from './run-starts.contract.ts';
import { storableText } from './storable-text.ts';

const MAX_URL_LENGTH = 2000;
const MAX_TOOL_NAMES = 200;
const name = storableText(z.string().min(1).max(200));

const webhookSchema = z.strictObject({
  url: z
    .url({ protocol: /^https?$/ })
    .max(MAX_URL_LENGTH)
    .regex(/^\P{Cc}*$/u, 'An address has no control characters')
    .meta({
      description: 'URL that receives the result. Private addresses are refused unless the config of the server allows them.',
    }),
  secret: z
    .string()
    .min(16)
    .max(200)
    .regex(/^\P{Cc}*$/u, 'A secret has no control characters')
    .optional()
    .meta({ description: 'Key of the webhook signature. Missing: the server generates one and returns it.' }),
});

export const readEndpointOpenApi = defineContract({
  name: 'readEndpointOpenApi',
  access: 'key',
  method: 'GET',
  path: '/api/v1/run/{slug}/openapi.json',
  tag: 'published',
  summary: 'Get the OpenAPI document of a published workflow',
  description:
    'What the key of this endpoint may call, with the inputs of the published version as the request and its outputs as the response.',
  params: z.object({ slug: slugSchema }),
  results: { 200: { description: 'An OpenAPI 3.1 document.', body: z.record(z.string(), z.json()) } },
  errors: ['rate-limited'],
});

/** What a caller gives a published workflow. */
const runFields = {
  inputs: jsonObjectSchema.default({}).meta({ description: 'Inputs by the names that the `start` node declares.' }),
  user: name.optional().meta({ description: 'Identifier of the end user. Stored with the run.' }),
  ...turnFields,
  model: name.optional().meta({
    description:
      'Replaces the workflow’s default model with one that the deployment allows. Nodes with a model of their own are not affected.',
  }),
  toolNames: z.array(name).max(MAX_TOOL_NAMES).optional().meta({
    description: 'Allowlist of tools for this run, if the deployment allows it. It cannot add tools to a node.',
  }),
};

export const runDeployment = defineContract({
  name: 'runDeployment',
  // With a webhook everyone could make this server send requests to an address of their choice.
  notOfVisitors: ['user', 'webhook'],
  access: 'key',
  takesVisitors: true,
  method: 'POST',
  path: '/api/v1/run/{slug}',
  tag: 'published',
  summary: 'Run a published workflow',
  description:
    'Runs the published version. `model` and `toolNames` are accepted only if the deployment allows them; unknown fields are refused. An endpoint that does not exist and a missing, wrong, revoked or expired key return the same error.',
  params: z.object({ slug: slugSchema }),
  headers: publishedHeaders,
  query: z.object({
    raw: z.enum(['0', '1']).default('0').meta({
      description:
        '`1`, with `sync`: the response is what the `end` node of the workflow says: its status, headers and body; without one the outputs as JSON. A run that failed is answered with 500, one that waits as without `raw`.',
    }),
  }),
  takesForm: true,
  body: z
    .strictObject({
      ...runFields,
      mode: z.enum(['sync', 'stream', 'async']).default('sync').meta({
        description:
          '`sync` responds when the run has ended or waits, `stream` sends its events, `async` responds when the run is stored.',
      }),
      webhook: webhookSchema
        .optional()
        .meta({ description: 'With `async`: receives the end of the run, delivered at least once.' }),
    })
    .refine(({ mode, webhook }) => webhook === undefined || mode === 'async', {
      path: ['webhook'],
      message: 'A webhook needs mode async',
    }),
  results: {
    200: {
      description: '`sync`: the result of the run, which succeeded or failed. `stream`: its events; the last one is `done`.',
      body: runResultSchema,
      stream: publicEventSchema,
      isRaw: true,
    },
    204: startResults[204],
    202: {
      description:
        '`async`: the run is stored and continues even if the server process fails. `sync`: the run waits for a decision, or for a time of more than 45 seconds (`status` is `waiting`).',
      body: z.union([
        runWaitingSchema,
        runAcceptedSchema
          .extend({
            webhookSecret: z.string().optional().meta({ description: 'The generated secret of a webhook without `secret`.' }),
          })
          .register(components, { id: 'PublishedRunAccepted' }),
      ]),
    },
  },
  errors: startErrors,
});

export const streamDeployment = defineContract({
  name: 'streamDeployment',
  access: 'key',
  method: 'POST',
  path: '/api/v1/run/{slug}/stream',
  tag: 'published',
  summary: 'Run a published workflow and stream its events',
  description:
    'As `POST /run/{slug}` with the mode `stream`: an operation of its own, for clients that are generated from this document.',
  params: z.object({ slug: slugSchema }),
  headers: startHeaders,
  takesForm: true,
  body: z.strictObject(runFields),
  results: {
    200: { description: 'The events of the run; the last one is `done`.', stream: publicEventSchema },
    204: startResults[204],
  },
  errors: startErrors,
});
