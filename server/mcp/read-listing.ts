import type { Client, Prompt, Resource, ResourceTemplateType, Tool } from '@modelcontextprotocol/client';
import { isTooDeep } from '#lib/json/json-limits.ts';
import { APP_URI_START } from '#lib/mcp/mcp-app.ts';
import { type McpListing, type McpTool, mcpToolSchema } from '#lib/mcp/mcp-server.ts';

const MAX_TOOLS = 200;
const MAX_OTHERS = 500;
/** A definition as JSON. All of it goes into the context of a model. */
const MAX_TOOL_CHARS = 32_000;
const MAX_TEXT_CHARS = 1000;
const CALLERS = ['model', 'app'] as const;

/**
 * What a server offers. Too much of anything is omitted and named in `omitted`, so that a server cannot fill the
 * context of models or the database.
 */
export async function readListing(client: Client, signal: AbortSignal): Promise<McpListing> {
  const capabilities = client.getServerCapabilities() ?? {};
  const omitted: string[] = [];
  const options = { signal };
  const offered = capabilities.tools ? (await client.listTools(undefined, options)).tools : [];
  const [resources, templates] = capabilities.resources
    ? await Promise.all([
        client.listResources(undefined, options).then(({ resources: found }) => found),
        client.listResourceTemplates(undefined, options).then(
          ({ resourceTemplates }) => resourceTemplates,
          () => [],
        ),
      ])
    : [[], []];
  const prompts = capabilities.prompts ? (await client.listPrompts(undefined, options)).prompts : [];
  const { name = '', version = '', title } = client.getServerVersion() ?? {};
  return {
    server: { name: cut(name), version: cut(version), ...(title && { title: cut(title) }) },
    protocol: client.getNegotiatedProtocolVersion() ?? '',
    tools: toTools(offered, omitted),
    resources: atMost(resources, 'resources', omitted).map(toResource),
    resourceTemplates: atMost(templates, 'resource templates', omitted).map(toTemplate),
    prompts: atMost(prompts, 'prompts', omitted).map(toPrompt),
    omitted,
  };
}

function toTools(offered: readonly Tool[], omitted: string[]): McpTool[] {
  const known = new Set<string>();
  const tools: McpTool[] = [];
  for (const one of offered) {
    const tool = toTool(one);
    const problem =
      typeof tool === 'string'
        ? tool
        : known.has(tool.name)
          ? 'two tools have this name'
          : tools.length >= MAX_TOOLS
            ? `only ${MAX_TOOLS} tools of a server are used`
            : undefined;
    if (problem !== undefined || typeof tool === 'string') {
      if (omitted.length < MAX_TOOLS) omitted.push(`${cut(one.name)}: ${problem}`);
      continue;
    }
    known.add(tool.name);
    tools.push(tool);
  }
  return tools;
}

/** The tool, or why it is not used. */
function toTool({ name, title, description, inputSchema, outputSchema, annotations, _meta }: Tool): McpTool | string {
  if (!/^[\w.\-/]{1,128}$/.test(name)) return 'its name has characters that no name of a tool may have';
  if (isTooDeep({ inputSchema, outputSchema })) return 'its schema is nested too deeply';
  const shownTitle = title ?? annotations?.title;
  const { resourceUri = _meta?.['ui/resourceUri'], visibility } = (_meta?.ui ?? {}) as Record<string, unknown>;
  const tool = {
    name,
    ...(shownTitle !== undefined && { title: cut(shownTitle) }),
    ...(description !== undefined && { description }),
    inputSchema,
    ...(outputSchema && { outputSchema }),
    hints: {
      ...(annotations?.readOnlyHint !== undefined && { isReadOnly: annotations.readOnlyHint }),
      ...(annotations?.destructiveHint !== undefined && { isDestructive: annotations.destructiveHint }),
      ...(annotations?.idempotentHint !== undefined && { isIdempotent: annotations.idempotentHint }),
    },
    ...(typeof resourceUri === 'string' && resourceUri.startsWith(APP_URI_START) && { appUri: cut(resourceUri) }),
    ...(Array.isArray(visibility) && { visibility: CALLERS.filter((caller) => visibility.includes(caller)) }),
  };
  const text = JSON.stringify(tool);
  if (text.length > MAX_TOOL_CHARS) return `its definition has more than ${MAX_TOOL_CHARS} characters`;
  const read = mcpToolSchema.safeParse(JSON.parse(text));
  return read.success ? read.data : 'its definition does not follow the protocol';
}

const toResource = ({ uri, name, description, mimeType }: Resource) => ({
  uri,
  name: cut(name),
  ...(description !== undefined && { description: cut(description) }),
  ...(mimeType !== undefined && { mimeType: cut(mimeType) }),
});

const toTemplate = ({ uriTemplate, name, description, mimeType }: ResourceTemplateType) => ({
  uri: uriTemplate,
  name: cut(name),
  ...(description !== undefined && { description: cut(description) }),
  ...(mimeType !== undefined && { mimeType: cut(mimeType) }),
});

const toPrompt = ({ name, description, arguments: parameters = [] }: Prompt) => ({
  name: cut(name),
  ...(description !== undefined && { description: cut(description) }),
  arguments: parameters.slice(0, 50).map((one) => ({
    name: cut(one.name),
    ...(one.description !== undefined && { description: cut(one.description) }),
    isRequired: one.required ?? false,
  })),
});

function atMost<T>(items: readonly T[], what: string, omitted: string[]): readonly T[] {
  if (items.length > MAX_OTHERS) omitted.push(`${items.length - MAX_OTHERS} ${what}: only ${MAX_OTHERS} are listed`);
  return items.slice(0, MAX_OTHERS);
}

function cut(text: string): string {
  return text.length > MAX_TEXT_CHARS ? `${text.slice(0, MAX_TEXT_CHARS).toWellFormed()}…` : text;
}
