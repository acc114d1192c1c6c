import { z } from 'zod';
import type { JsonSchema } from '#lib/json/json-schema.ts';
import { compareTools } from '#lib/mcp/compare-tools.ts';
import { withoutHidden } from '#lib/mcp/hidden-text.ts';
import { isVisibleTo, type McpTool, mcpToolId } from '#lib/mcp/mcp-server.ts';
import { schemaWithoutHidden } from '#lib/mcp/schema-without-hidden.ts';
import { inputSchemaForModel, tidySchema } from '#lib/mcp/tool-input-schema.ts';
import type { SourcedTool } from '#lib/ports/tool-source.ts';
import type { AnyToolDefinition, ToolRisk } from '#lib/tools/define-tool.ts';
import { jsonSchemaInput, jsonSchemaOutput } from '#lib/tools/json-schema-input.ts';
import { checkJsonSchema } from '#lib/workflow/check-json-schema.ts';
import type { McpServerRecord } from '../db/repositories/mcp-server-repository.ts';

/** Makes the calls of a server's tools. */
export type McpCaller = {
  callTool(server: McpServerRecord, tool: McpTool, ...call: Parameters<SourcedTool['call']>): ReturnType<SourcedTool['call']>;
  readResource(server: McpServerRecord, ...call: Parameters<SourcedTool['call']>): ReturnType<SourcedTool['call']>;
  getPrompt(server: McpServerRecord, ...call: Parameters<SourcedTool['call']>): ReturnType<SourcedTool['call']>;
};

const SHARED = { group: 'mcp', scope: 'workspace', reaches: ['mcp'] } as const;

/** The tools of a server that a person accepted, and those to read its resources and prompts. */
export function toSourcedTools(server: McpServerRecord, caller: McpCaller): SourcedTool[] {
  const { approved, found, allowTools } = server;
  if (!approved) return [];
  const isAllowed = (name: string) => allowTools === null || allowTools.includes(name);
  const own = compareTools(approved.tools, found?.tools).flatMap((compared): SourcedTool[] => {
    if (compared.state === 'new' || !isAllowed(compared.tool.name)) return [];
    const tool = compared.state === 'changed' ? compared.before : compared.tool;
    if (!isVisibleTo(tool, 'model')) return [];
    const whyNot = whyNotCalled(server, compared.state);
    return [
      withSetting(server, tool.name, {
        definition: definitionOf(server, tool),
        whyNot,
        call: (...call) => caller.callTool(server, tool, ...call),
      }),
    ];
  });
  const taken = new Set(approved.tools.map(({ name }) => name));
  return [
    ...own,
    ...readers(server, caller)
      .filter(({ name }) => !taken.has(name) && isAllowed(name))
      .map(({ tool }) => tool),
  ];
}

export function whyNotCalled(
  { isEnabled, displayName }: McpServerRecord,
  state: 'approved' | 'changed' | 'removed',
): string | undefined {
  if (!isEnabled) return `The MCP server ${displayName} is switched off on the page MCP servers`;
  if (state === 'approved') return undefined;
  return state === 'changed'
    ? `${displayName} changed this tool after it was approved: look at the difference on the page MCP servers and accept it`
    : `${displayName} does not offer this tool any more`;
}

function withSetting({ approvals }: McpServerRecord, name: string, tool: SourcedTool): SourcedTool {
  const approval = Object.hasOwn(approvals, name) ? approvals[name] : undefined;
  return approval === undefined ? tool : { ...tool, setting: { approval } };
}

export function definitionOf(server: McpServerRecord, tool: McpTool): AnyToolDefinition {
  const { name, displayName, timeoutS } = server;
  const risk = riskOf(tool);
  const title = withoutHidden(tool.title ?? tool.name);
  return {
    ...SHARED,
    id: mcpToolId(name, tool.name),
    server: whatServes(server),
    title,
    description: withoutHidden(tool.description ?? title),
    input: inputOf(tool),
    output: jsonSchemaOutput(schemaWithoutHidden((tool.outputSchema ?? {}) as JsonSchema)),
    risk,
    effects: risk === 'low' ? 'read' : 'write',
    isRepeatable: risk === 'low' || tool.hints.isIdempotent === true,
    describe: () => `${displayName}: ${title}`,
    timeoutMs: timeoutS * 1000,
  };
}

/** Models see a schema that their providers take, and arguments are checked against what the server wrote. */
function inputOf({ inputSchema }: McpTool): AnyToolDefinition['input'] {
  const schema = schemaWithoutHidden(inputSchema as JsonSchema);
  const checked = tidySchema(schema);
  return jsonSchemaInput(inputSchemaForModel(schema), (value) => checkJsonSchema(value, checked));
}

/** Of an address only the origin: paths of some servers are secrets. */
function whatServes({ name, url, commandName }: McpServerRecord): string {
  return `mcp ${name} ${commandName === null ? (URL.parse(url ?? '')?.origin ?? '') : `command:${commandName}`}`;
}

/** By the hints that a person saw when they accepted the tool. */
export function riskOf({ hints }: Pick<McpTool, 'hints'>): ToolRisk {
  if (hints.isReadOnly === true) return 'low';
  return hints.isDestructive === true ? 'high' : 'medium';
}

const uriInput = z.strictObject({ uri: z.string().min(1).max(10_000).meta({ description: 'The address of the resource.' }) });
const promptInput = z.strictObject({
  name: z.string().min(1).max(1000).meta({ description: 'The name of the prompt.' }),
  arguments: z
    .record(z.string(), z.string())
    .default({})
    .meta({ description: 'The arguments of the prompt, all of them texts.' }),
});
const contents = z.object({
  contents: z.array(
    z.object({ uri: z.string(), mimeType: z.string().optional(), text: z.string().optional(), base64: z.string().optional() }),
  ),
});
const messages = z.object({
  description: z.string().optional(),
  messages: z.array(z.object({ role: z.string(), content: z.unknown() })),
});
const LISTED = 40;

/** Resources and prompts are read by tools, so that models, nodes and agents use them in one way. */
function readers(server: McpServerRecord, caller: McpCaller): { readonly name: string; readonly tool: SourcedTool }[] {
  const { name, displayName, timeoutS, approved, isEnabled } = server;
  const shared = { ...SHARED, server: whatServes(server), risk: 'low', effects: 'read', timeoutMs: timeoutS * 1000 } as const;
  const whyNot = isEnabled ? undefined : whyNotCalled(server, 'approved');
  const uris = [...(approved?.resources ?? []), ...(approved?.resourceTemplates ?? [])].map(
    ({ uri, name: title }) => `${uri} (${title})`,
  );
  const prompts = (approved?.prompts ?? []).map(
    ({ name: prompt, arguments: parameters }) => `${prompt}(${parameters.map((one) => one.name).join(', ')})`,
  );
  const made = [
    {
      names: uris,
      name: 'read_resource',
      definition: {
        ...shared,
        id: mcpToolId(name, 'read_resource'),
        title: `${displayName}: read a resource`,
        description: withoutHidden(`Reads a resource of ${displayName} by its address. It has: ${listOf(uris)}.`),
        input: uriInput,
        output: contents,
      } satisfies AnyToolDefinition,
      call: caller.readResource,
    },
    {
      names: prompts,
      name: 'get_prompt',
      definition: {
        ...shared,
        id: mcpToolId(name, 'get_prompt'),
        title: `${displayName}: get a prompt`,
        description: withoutHidden(`Gets a prompt of ${displayName} with its arguments filled in. It has: ${listOf(prompts)}.`),
        input: promptInput,
        output: messages,
      } satisfies AnyToolDefinition,
      call: caller.getPrompt,
    },
  ];
  return made
    .filter(({ names }) => names.length > 0)
    .map(({ name: tool, definition, call }) => ({
      name: tool,
      tool: withSetting(server, tool, { definition, whyNot, call: (...parts) => call(server, ...parts) }),
    }));
}

function listOf(names: readonly string[]): string {
  const rest = names.length > LISTED ? `, and ${names.length - LISTED} more` : '';
  return names.slice(0, LISTED).join(', ') + rest;
}
