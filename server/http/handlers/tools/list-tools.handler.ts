import { listTools, type ToolResource } from '#lib/api/tools.contract.ts';
import {
  inputSchemaOf,
  type ListedTool,
  listTools as listAllTools,
  outputSchemaOf,
  type ToolCatalogue,
} from '#lib/tools/tool-catalogue.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';

export const listToolsHandler = defineHandler(listTools, async ({ deps: { tools } }) => {
  const groups = [{ source: 'built-in' as const, tools: listAllTools(tools).map((listed) => toResource(listed, tools)) }];
  return { status: 200, body: { groups } };
});

function toResource({ definition, whyNot }: ListedTool, { settings }: ToolCatalogue): ToolResource {
  const { id, title, description, aliases = {}, group, scope, cost = null, needsApproval = false, effects } = definition;
  const { approval = 'default', risk = definition.risk } = settings[id] ?? {};
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
    approval,
    isEnabled: whyNot === undefined,
    whyNot: whyNot ?? null,
    inputSchema: inputSchemaOf(definition) as ToolResource['inputSchema'],
    outputSchema: outputSchemaOf(definition) as ToolResource['outputSchema'],
  };
}
