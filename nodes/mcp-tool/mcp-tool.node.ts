import { z } from 'zod';
import { defineNode, port } from '#lib/node-kit/define-node.ts';

export default defineNode({
  id: 'mcp-tool',
  version: 1,
  title: 'MCP tool',
  summary: 'Calls a tool of an MCP server and returns its result.',
  icon: 'plug',
  category: 'tool',
  config: z.object({
    server: z
      .string()
      .trim()
      .min(1, 'Choose a server')
      .max(100)
      .meta({
        title: 'Server',
        description: 'Name of an MCP server of the workspace.',
        expression: 'literal',
        refersTo: 'mcp-server',
        ui: { placeholder: 'files' },
      }),
    tool: z
      .string()
      .trim()
      .min(1, 'Choose a tool')
      .max(200)
      .meta({
        title: 'Tool',
        description: 'Name of the tool at the server.',
        expression: 'literal',
        refersTo: 'mcp-tool',
        ui: { placeholder: 'read_file' },
      }),
    arguments: z
      .record(z.string().min(1).max(200), z.json())
      .default({})
      .meta({
        title: 'Arguments',
        description: 'As the server describes them. Insert values of other nodes with {{node.field}}.',
        ui: { widget: 'arguments' },
      }),
    timeoutMs: z
      .int()
      .min(1)
      .max(3_600_000)
      .optional()
      .meta({
        title: 'Time limit',
        description: "Timeout of the call. A plain number is milliseconds; the server's own limit when empty.",
        ui: { widget: 'duration', group: 'Advanced' },
      }),
  }),
  outputs: ({ server, tool }, infer) => {
    const { title, schema } = port(
      'Result',
      z.object({
        status: z.enum(['success', 'cancelled']),
        data: z.unknown(),
        summary: z.string(),
        warnings: z.array(z.string()),
      }),
    );
    const data = infer.toolData?.(`${server}@${tool}`) ?? {};
    const orNull = Object.keys(data).length === 0 ? {} : { anyOf: [data, { type: 'null' }] };
    return { out: { title, schema: { ...schema, properties: { ...(schema.properties as object), data: orNull } } } };
  },
  // What a call does is known at run time: the ledger then uses the effects that the server says.
  effects: 'write',
  actsByTools: true,
  reaches: ({ server, tool, arguments: parameters }) => ({ calls: [{ tool: `${server}@${tool}`, parameters }] }),
  mainField: 'data',
  detailFields: ['status'],
});
