import { z } from 'zod';
import { jsonObjectSchema } from '../run/json-value.ts';
import { publicEventSchema } from '../run/public-event.ts';
import { components } from './components.ts';
import { defineContract } from './define-contract.ts';
import { slugSchema } from './deployments.contract.ts';
import { runAcceptedSchema, runResultSchema, runWaitingSchema, startErrors, startHeaders } from './runs.contract.ts';

const MAX_URL_LENGTH = 2000;
const MAX_TOOL_NAMES = 200;
const name = z.string().min(1).max(200);

const webhookSchema = z.strictObject({
  url: z
    .url({ protocol: /^https?$/ })
    .max(MAX_URL_LENGTH)
    .regex(/^\P{Cc}*$/u, 'An address has no control characters')
    .meta({
      description: 'Where to send the result. Addresses inside the server’s network are refused unless its config allows them.',
    }),
  secret: z
    .string()
    .min(16)
    .max(200)
    .regex(/^\P{Cc}*$/u, 'A secret has no control characters')
    .optional()
    .meta({ description: 'Signs what is sent. Left out, one is made and is in the answer.' }),
});

export const runDeployment = defineContract({
  name: 'runDeployment',
  access: 'key',
  method: 'POST',
  path: '/api/v1/run/{slug}',
  tag: 'published',
  summary: 'Run a published workflow',
  description:
    'Always the version that is published: inputs are what a caller may say, `model` and `toolNames` only where the deployment allows them, and any other field is refused. A missing, wrong, revoked or expired key and an endpoint that does not exist have the same answer.',
  params: z.object({ slug: slugSchema }),
  headers: startHeaders,
  body: z
    .strictObject({
      inputs: jsonObjectSchema.default({}).meta({ description: 'By the names the `start` node gives them.' }),
      mode: z
        .enum(['sync', 'stream', 'async'])
        .default('sync')
        .meta({ description: '`sync` waits for the end, `stream` sends events, `async` answers once the run is stored.' }),
      user: name.optional().meta({ description: 'For whom, as the caller calls them. Kept with the run.' }),
      sessionId: name.optional().meta({ description: 'Kept with the run.' }),
      model: name.optional().meta({
        description:
          'In the place of the workflow’s default model: one of those that the deployment allows. Nodes that name a model keep it.',
      }),
      toolNames: z.array(name).max(MAX_TOOL_NAMES).optional().meta({
        description:
          'The only tools that this run may use, where the deployment allows to say so. Gives no node a tool that it has not.',
      }),
      webhook: webhookSchema.optional().meta({ description: 'With `async`: told of the end of the run, at least once.' }),
    })
    .refine(({ mode, webhook }) => webhook === undefined || mode === 'async', {
      path: ['webhook'],
      message: 'A webhook is sent for mode async only',
    }),
  results: {
    200: {
      description: '`sync`: the run has ended, well or not. `stream`: its events, the last one `done`.',
      body: runResultSchema,
      stream: publicEventSchema,
    },
    202: {
      description:
        '`async`: the run is stored and will end, whatever happens to the server process. `sync`: it waits for a person (`status` is `waiting`).',
      body: z.union([
        runWaitingSchema,
        runAcceptedSchema
          .extend({
            webhookSecret: z.string().optional().meta({ description: 'Where a webhook was asked for without a secret.' }),
          })
          .register(components, { id: 'PublishedRunAccepted' }),
      ]),
    },
  },
  errors: startErrors,
});
