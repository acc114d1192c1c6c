import { z } from 'zod';
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
        description: 'What the tool is given, by the names of its parameters. Put values of other nodes in with {{node.field}}.',
        ui: { widget: 'keyValue' },
      }),
    timeoutMs: z
      .int()
      .min(1)
      .max(3_600_000)
      .optional()
      .meta({
        title: 'Time limit',
        description: "How long the call may take. A number alone is milliseconds; the tool's own limit when empty.",
        ui: { widget: 'duration', group: 'Advanced' },
      }),
  }),
  outputs: ({ toolName }, infer) => {
    const { title, schema } = port(
      'Result',
      z.object({ status: z.enum(['success', 'cancelled']), data: z.unknown(), summary: z.string() }),
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
  // Which tool it is does not say here what it does: the ledger asks the tool, and a node that may write is never fused or run twice unasked.
  effects: 'write',
  examples: [
    {
      title: 'What day it is',
      config: { toolName: 'time-now', parameters: { timezone: '{{start.zone}}' } },
      scope: { start: { zone: 'Europe/Paris' } },
    },
    {
      title: 'Read a page',
      config: { toolName: 'read_url', parameters: { url: '{{start.url}}', format: 'text', maxChars: 20_000 }, timeoutMs: 20_000 },
      scope: { start: { url: 'https://example.com/' } },
    },
  ],
  docs: `Gives \`{ status, data, summary }\`; what \`data\` holds depends on the tool, so the node after one that reads a page writes
\`{{page.data.text}}\`. The tools of this server and their parameters are listed under \`GET /api/v1/tools\`.

Some tools ask a person before they do something. The run then waits, for thirty days if need be, and goes on with the decision. When the person
refuses, or nobody decides in time, \`status\` is \`cancelled\`, \`data\` is null, and the flow goes on: look at \`{{node.status}}\` when it matters.

A tool that fails, or gets parameters that do not fit, is an error: connect the **error** port or set *On error* to go on. A time limit and a failed
connection are worth a retry. What a call did is stored: when the run goes on after a crash, a call that had finished is not made again.`,
});

/** Null when the call was cancelled. */
function dataSchema(schema: object): object {
  return Object.keys(schema).length === 0 ? {} : { anyOf: [schema, { type: 'null' }] };
}
