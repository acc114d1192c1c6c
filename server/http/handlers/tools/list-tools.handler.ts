import { listTools, type ToolResource } from '#lib/api/tools.contract.ts';
import { type ListedTool, listTools as listAllTools, type ToolCatalogue, toolJsonSchema } from '#lib/tools/tool-catalogue.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';

export const listToolsHandler = defineHandler(listTools, async ({ deps: { tools } }) => {
  const groups = [{ source: 'built-in' as const, tools: listAllTools(tools).map((listed) => toResource(listed, tools)) }];
  return { status: 200, body: { groups } };
});

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
