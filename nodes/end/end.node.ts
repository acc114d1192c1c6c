import { z } from 'zod';
import { defineNode, port } from '#lib/node-kit/define-node.ts';
import { namedValuesSchema, schemaOfValues } from '#lib/node-kit/named-values.ts';
import { RESPONSE_PORT, responseHeaderNameSchema, responseStatusSchema, runResponseSchema } from '#lib/run/run-response.ts';

/** A whole-string `{{…}}` keeps its type, so a header may arrive as a number. */
const scalarSchema = z.union([z.string(), z.number(), z.boolean()]);

export default defineNode({
  id: 'end',
  version: 1,
  title: 'End',
  summary: 'The outputs of a run.',
  icon: 'circle-stop',
  category: 'flow',
  config: z.object({
    outputs: namedValuesSchema.default({}).meta({
      title: 'Outputs',
      description: 'The fields of the output: a name, and a value or {{node.field}}.',
      ui: { widget: 'keyValue' },
    }),
    response: z
      .object({
        status: responseStatusSchema.default(200).meta({ title: 'Status', description: 'From 200 to 599.' }),
        headers: z
          .record(responseHeaderNameSchema, scalarSchema)
          .optional()
          .meta({
            title: 'Headers',
            description: 'Cookies, security policies and what describes the connection are set by the server alone.',
            ui: { widget: 'keyValue' },
          }),
        body: z
          .json()
          .optional()
          .meta({
            title: 'Body',
            description: 'A text, any value as JSON, or a file. Empty: the outputs as JSON.',
            ui: { widget: 'json' },
          }),
      })
      .optional()
      .meta({
        title: 'HTTP response',
        description: 'What a webhook that waits for the result answers, and POST /run/{endpoint}?raw=1.',
        ui: { group: 'HTTP response' },
      }),
  }),
  outputs: (config, infer) => ({
    out: { title: 'Outputs', schema: schemaOfValues(config.outputs, infer) },
    ...(config.response && { [RESPONSE_PORT]: port('Response', runResponseSchema) }),
  }),
  effects: 'none',
  reaches: {},
});
