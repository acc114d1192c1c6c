import type { ToolResource } from '#lib/api/tools.contract.ts';

/** What a call of a tool may do, in the words and shapes of the design. `varies`: that depends on its arguments. */
export type ToolRiskWord = 'read' | 'write' | 'asks' | 'destructive' | 'varies';

export function riskWordOf({
  risk,
  effects,
  approval,
  needsApproval,
}: Pick<ToolResource, 'risk' | 'effects' | 'approval' | 'needsApproval'>): ToolRiskWord {
  if (risk === 'high') return 'destructive';
  const asks = approval === 'always' || (approval === 'default' && (needsApproval || risk === 'medium'));
  if (asks) return 'asks';
  if (risk === null || effects === null) return 'varies';
  return effects === 'write' ? 'write' : 'read';
}

/** The tool of that id, else the one with that alias. */
export function findListedTool(tools: readonly ToolResource[], name: unknown): ToolResource | undefined {
  return (
    tools.find(({ id }) => id === name) ?? tools.find(({ aliases }) => Object.values(aliases).some((alias) => alias === name))
  );
}

export type ToolParameter = { readonly name: string; readonly isRequired: boolean };

/** What a tool can be given, what it needs first. */
export function parametersOf({ inputSchema }: Pick<ToolResource, 'inputSchema'>): readonly ToolParameter[] {
  const required = Array.isArray(inputSchema.required) ? inputSchema.required : [];
  const names = Object.keys((inputSchema.properties ?? {}) as object);
  const parameters = names.map((name) => ({ name, isRequired: required.includes(name) }));
  return [...parameters.filter(({ isRequired }) => isRequired), ...parameters.filter(({ isRequired }) => !isRequired)];
}
