import { z } from 'zod';
import { appSourcesSchema } from '../mcp/mcp-app.ts';
import { defineContract } from './define-contract.ts';
import { runIdSchema } from './run-summary.ts';

const params = z.object({
  id: runIdSchema,
  seq: z.coerce
    .number()
    .int()
    .nonnegative()
    .max(2_147_483_647)
    .meta({ description: 'Of the event `tool_result` whose result the app shows.' }),
});
/** As JSON: an app that needs more sends it through a resource of its server. */
const MAX_ARGUMENT_CHARS = 1_000_000;

const opened = z.discriminatedUnion('state', [
  z.object({
    state: z.literal('ready'),
    serverName: z.string().meta({ description: 'Display name of the MCP server.' }),
    html: z.string(),
    sources: appSourcesSchema,
    tool: z.object({ name: z.string(), title: z.string(), inputSchema: z.record(z.string(), z.json()) }),
    result: z
      .record(z.string(), z.json())
      .meta({ description: 'As the server gave it: `content`, `structuredContent`, `_meta`.' }),
  }),
  z.object({ state: z.literal('refused'), reason: z.string().meta({ description: 'For the person.' }) }),
]);
export type OpenedToolApp = z.output<typeof opened>;

export const openToolApp = defineContract({
  name: 'openToolApp',
  access: 'workspace-or-key',
  takesVisitors: true,
  visitorRate: 'work',
  method: 'GET',
  path: '/api/v1/runs/{id}/apps/{seq}',
  tag: 'runs',
  summary: 'Get the app of an MCP server that shows the result of a tool call',
  description:
    'Its HTML belongs into a sandboxed frame without an origin, whose policy allows `sources` and nothing else. It is what was allowed for its server, to the byte.',
  params,
  results: { 200: { description: 'The app with the result, or why it is not shown.', body: opened } },
  errors: ['run-not-found', 'not-found', 'mcp-failed'],
});

const called = z.discriminatedUnion('status', [
  z.object({
    status: z.literal('done'),
    result: z.record(z.string(), z.json()).meta({ description: 'For the app: a result of `tools/call`.' }),
  }),
  z.object({
    status: z.literal('asks'),
    title: z.string(),
    risk: z.enum(['medium', 'high', 'low']),
    input: z.record(z.string(), z.json()).meta({ description: 'The arguments, with their defaults.' }),
  }),
  z.object({ status: z.literal('refused'), reason: z.string() }),
]);
export type CalledAppTool = z.output<typeof called>;

export const callAppTool = defineContract({
  name: 'callAppTool',
  access: 'workspace-or-key',
  takesVisitors: true,
  visitorRate: 'work',
  method: 'POST',
  path: '/api/v1/runs/{id}/apps/{seq}/calls',
  tag: 'runs',
  summary: 'Call a tool for an app',
  description:
    'A tool of the server of the app that is accepted, allowed and visible to apps. A call that needs an approval is made with `isConfirmed` alone, and only for members of the workspace: for keys and visitors it is refused.',
  params,
  body: z.strictObject({
    name: z.string().min(1).max(200),
    arguments: z
      .record(z.string(), z.json())
      .refine(
        (input) => JSON.stringify(input).length <= MAX_ARGUMENT_CHARS,
        `No more than ${MAX_ARGUMENT_CHARS} characters of JSON`,
      )
      .default({}),
    isConfirmed: z.boolean().default(false).meta({ description: 'A person has seen the arguments and agreed.' }),
  }),
  results: { 200: { description: 'The result, or what has to happen first.', body: called } },
  errors: ['run-not-found', 'not-found', 'mcp-failed'],
});
