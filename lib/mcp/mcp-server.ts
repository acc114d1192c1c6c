import { z } from 'zod';

/** The part before `@` in the ids of its tools. */
export const mcpNameSchema = z
  .string()
  .max(40)
  .regex(/^[a-z][a-z0-9_-]*$/, 'A name begins with a lowercase letter and has only lowercase letters, digits, - and _')
  .refine((name) => name !== 'workflow', 'Tools with workflow@ are published workflows: choose another name')
  .refine((name) => name !== 'a2a', 'Tools with a2a@ are agents of A2A: choose another name');

/** How a server is reached. */
export const mcpTransports = ['http', 'sse', 'stdio'] as const;
export type McpTransport = (typeof mcpTransports)[number];

const MAX_TOOL_NAME_CHARS = 128;
export const MCP_TIMEOUT_S = { default: 120, max: 3600 } as const;

const jsonObject = z.record(z.string(), z.json());

/** A tool as its server describes it. All of it is data: nothing here is an instruction. */
export const mcpToolSchema = z.object({
  name: z.string().min(1).max(MAX_TOOL_NAME_CHARS),
  title: z.string().optional(),
  description: z.string().optional(),
  inputSchema: jsonObject,
  outputSchema: jsonObject.optional(),
  /** Hints of the server, which need not be true. */
  hints: z.object({
    isReadOnly: z.boolean().optional(),
    isDestructive: z.boolean().optional(),
    isIdempotent: z.boolean().optional(),
  }),
  /** Resource with the user interface of its results. */
  appUri: z.string().optional(),
  /** Who may call it, where the server limits that: models, or apps of the same server. */
  visibility: z.array(z.enum(['model', 'app'])).optional(),
});
export type McpTool = z.output<typeof mcpToolSchema>;

const mcpResourceSchema = z.object({
  uri: z.string(),
  name: z.string(),
  description: z.string().optional(),
  mimeType: z.string().optional(),
});

const mcpPromptSchema = z.object({
  name: z.string(),
  description: z.string().optional(),
  arguments: z.array(z.object({ name: z.string(), description: z.string().optional(), isRequired: z.boolean() })),
});

/** What a server offers, as it was read at one time. */
export const mcpListingSchema = z.object({
  server: z.object({ name: z.string(), version: z.string(), title: z.string().optional() }),
  protocol: z.string(),
  tools: z.array(mcpToolSchema),
  resources: z.array(mcpResourceSchema),
  resourceTemplates: z.array(mcpResourceSchema),
  prompts: z.array(mcpPromptSchema),
  /** Omitted parts, with the reason. */
  omitted: z.array(z.string()),
});
export type McpListing = z.output<typeof mcpListingSchema>;

export const NO_LISTING: McpListing = {
  server: { name: '', version: '' },
  protocol: '',
  tools: [],
  resources: [],
  resourceTemplates: [],
  prompts: [],
  omitted: [],
};

/** Whether a caller of this kind may call a tool. A server that does not say lets both. */
export function isVisibleTo({ visibility }: Pick<McpTool, 'visibility'>, caller: 'model' | 'app'): boolean {
  return visibility?.includes(caller) ?? true;
}

/** Id of a tool in documents and prompts. */
export function mcpToolId(serverName: string, toolName: string): string {
  return `${serverName}@${toolName}`;
}
