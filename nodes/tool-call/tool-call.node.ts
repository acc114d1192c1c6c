import { z } from 'zod';
import { toolCredentialsSchema } from '#lib/credentials/tool-credentials.ts';
import { defineNode, port } from '#lib/node-kit/define-node.ts';

export default defineNode({
  id: 'tool-call',
  version: 1,
  title: 'Tool call',
  summary: 'Calls one tool and returns its result.',
  icon: 'wrench',
  category: 'tool',
  config: z.object({
    toolName: z
      .string()
      .trim()
      .min(1, 'Choose a tool')
      .max(200)
      .meta({
        title: 'Tool',
        description: 'Id of the tool, such as read_url.',
        expression: 'literal',
        refersTo: 'tool',
        ui: { placeholder: 'read_url' },
      }),
    parameters: z
      .record(z.string().min(1).max(200), z.json())
      .default({})
      .meta({
        title: 'Parameters',
        description: 'Arguments by parameter name. Insert values of other nodes with {{node.field}}.',
        ui: { widget: 'keyValue' },
      }),
    credentials: toolCredentialsSchema,
    timeoutMs: z
      .int()
      .min(1)
      .max(3_600_000)
      .optional()
      .meta({
        title: 'Time limit',
        description: "Timeout of the call. A plain number is milliseconds; the tool's own limit when empty.",
        ui: { widget: 'duration', group: 'Advanced' },
      }),
  }),
  outputs: ({ toolName }, infer) => {
    const { title, schema } = port(
      'Result',
      z.object({
        status: z.enum(['success', 'cancelled']),
        data: z.unknown(),
        summary: z.string(),
        warnings: z.array(z.string()),
      }),
    );
    return {
      out: {
        title,
        schema: {
          ...schema,
          properties: { ...(schema.properties as object), data: dataSchema(infer.toolData?.(toolName) ?? {}) },
        },
      },
    };
  },
  // The tool is only known at run time, and the ledger then uses the tool's own effects. Until then
  // the node counts as writing: it is never fused, nor repeated without approval.
  effects: 'write',
  actsByTools: true,
  reaches: ({ toolName, parameters, credentials }) => ({ calls: [{ tool: toolName, parameters }], credentials }),
  mainField: 'data',
  detailFields: ['status'],
});

/** Null when the call was cancelled. */
function dataSchema(schema: object): object {
  return Object.keys(schema).length === 0 ? {} : { anyOf: [schema, { type: 'null' }] };
}
