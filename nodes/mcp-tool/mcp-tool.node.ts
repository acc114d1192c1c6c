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
  examples: [
    {
      title: 'Read a file',
      config: { server: 'files', tool: 'read_file', arguments: { path: '{{start.path}}' } },
      scope: { start: { path: 'notes.md' } },
    },
  ],
  docs: `Calls one tool of an MCP server that the page **MCP servers** lists, and returns \`{ status, data, summary, warnings }\`. \`{{node.data}}\` is the text
of the answer, its structured content where the tool describes that, or a list of its parts when some are not texts. The form shows the arguments
of the chosen tool as the server describes them. \`warnings\` says what of the answer was omitted: a part of an unknown kind, for example.

Tools that may write need an approval, unless the page of the server says otherwise. The run then waits, for up to thirty days. When it
is rejected or expires, \`status\` is \`cancelled\` and \`data\` is null.

A failing tool, a server that cannot be reached, and a tool that has changed since it was accepted are errors: connect the **error** port or
set *On error* to continue. Results are stored: a finished call is not repeated after a crash.`,
});
