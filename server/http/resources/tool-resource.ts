import type { ToolResource } from '#lib/api/tools.contract.ts';
import type { AnyToolDefinition } from '#lib/tools/define-tool.ts';
import { inputSchemaOf, type ListedTool, listTools, outputSchemaOf, type ToolCatalogue } from '#lib/tools/tool-catalogue.ts';

type ToolGroupResource = {
  readonly source: ToolResource['source'];
  readonly id: string;
  readonly title: string;
  readonly tools: ToolResource[];
};

const BUILT_IN = 'built-in';
/** Tools of one kind have one group, whatever serves them. */
const KINDS = {
  a2a: { source: 'a2a', id: 'a2a', title: 'A2A agents' },
  knowledge: { source: 'knowledge', id: 'knowledge', title: 'Knowledge bases' },
  published: { source: 'workflow', id: 'workflow', title: 'Published workflows' },
} as const;

/** All tools by source. The built-in ones are the first group. */
export function toToolGroups(catalogue: ToolCatalogue): ToolGroupResource[] {
  const groups = new Map<string, ToolGroupResource>();
  groups.set(BUILT_IN, { source: BUILT_IN, id: BUILT_IN, title: 'Built-in', tools: [] });
  for (const listed of listTools(catalogue)) {
    if (listed.definition.isInternal) continue;
    const { source, id, title } = originOf(listed.definition);
    const key = `${source} ${id}`;
    const group = groups.get(source === BUILT_IN ? BUILT_IN : key) ?? { source, id, title, tools: [] };
    group.tools.push(toToolResource(listed, catalogue));
    groups.set(source === BUILT_IN ? BUILT_IN : key, group);
  }
  return [...groups.values()];
}

function originOf({ id, group, service }: AnyToolDefinition): Omit<ToolGroupResource, 'tools'> {
  if (group in KINDS) return KINDS[group as keyof typeof KINDS];
  if (service) return { source: 'openapi', ...service };
  if (group !== 'mcp' && group !== 'modules') return { source: BUILT_IN, id: BUILT_IN, title: 'Built-in' };
  const [server = id] = id.split('@', 1);
  return { source: group === 'mcp' ? 'mcp' : 'module', id: server, title: server };
}

function toToolResource({ definition, whyNot }: ListedTool, { settings }: ToolCatalogue): ToolResource {
  const { id, title, description, aliases = {}, group, scope, cost = null, needsApproval = false, effects } = definition;
  const { approval = 'default', risk, isEnabled = true } = settings[id] ?? {};
  const counted = risk ?? definition.risk;
  return {
    id,
    title,
    description,
    aliases,
    source: originOf(definition).source,
    group,
    scope,
    cost,
    needsApproval,
    risk: typeof counted === 'function' ? null : counted,
    effects: typeof effects === 'function' ? null : effects,
    approval,
    setting: { isEnabled, risk: risk ?? null },
    isEnabled: whyNot === undefined,
    whyNot: whyNot ?? null,
    inputSchema: inputSchemaOf(definition) as ToolResource['inputSchema'],
    outputSchema: outputSchemaOf(definition) as ToolResource['outputSchema'],
  };
}
