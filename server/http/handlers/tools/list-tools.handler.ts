import { listTools, type ToolResource } from '#lib/api/tools.contract.ts';
import { type ListedTool, listTools as listAllTools, type ToolCatalogue, toolJsonSchema } from '#lib/tools/tool-catalogue.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { toolsOf } from '../../handler-kit/tools-of.ts';

export const listToolsHandler = defineHandler(listTools, async ({ deps, workspaceId }) => {
  const tools = await toolsOf(deps, workspaceId);
  const listed = listAllTools(tools).filter(({ definition }) => !definition.isInternal);
  const groups = (['built-in', 'mcp'] as const)
    .map((source) => ({
      source,
      tools: listed.filter(({ definition }) => sourceOf(definition) === source).map((tool) => toResource(tool, tools)),
    }))
    .filter(({ source, tools: own }) => source === 'built-in' || own.length > 0);
  return { status: 200, body: { groups } };
});

function sourceOf({ group }: ListedTool['definition']): 'built-in' | 'mcp' {
  return group === 'mcp' ? 'mcp' : 'built-in';
}

function toResource({ definition, whyNot }: ListedTool, { settings }: ToolCatalogue): ToolResource {
  const {
    id,
    title,
    description,
    aliases = {},
    group,
    scope,
    cost = null,
    needsApproval = false,
    risk,
    effects,
    input,
    output,
  } = definition;
  return {
    id,
    title,
    description,
    aliases,
    group,
    scope,
    cost,
    needsApproval,
    risk: typeof risk === 'function' ? null : risk,
    effects: typeof effects === 'function' ? null : effects,
    approval: settings[id]?.approval ?? 'default',
    isEnabled: whyNot === undefined,
    whyNot: whyNot ?? null,
    inputSchema: toolJsonSchema(input, 'input') as ToolResource['inputSchema'],
    outputSchema: toolJsonSchema(output, 'output') as ToolResource['outputSchema'],
  };
}
