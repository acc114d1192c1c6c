import type { McpTool } from './mcp-server.ts';

/** A tool of a server against what a person approved. */
export type ToolState =
  | { readonly state: 'approved'; readonly tool: McpTool }
  | { readonly state: 'new'; readonly tool: McpTool }
  /** `tool` is what the server says now, `before` what was approved. */
  | { readonly state: 'changed'; readonly tool: McpTool; readonly before: McpTool }
  | { readonly state: 'removed'; readonly tool: McpTool };

/**
 * Each tool that was approved or found, by name.
 * @param found undefined when the server says the same as what was approved
 */
export function compareTools(approved: readonly McpTool[], found: readonly McpTool[] | undefined): ToolState[] {
  const before = new Map(approved.map((tool) => [tool.name, tool]));
  const now = found === undefined ? before : new Map(found.map((tool) => [tool.name, tool]));
  const names = [...new Set([...before.keys(), ...now.keys()])].sort();
  return names.map((name): ToolState => {
    const [old, current] = [before.get(name), now.get(name)];
    if (!current) return { state: 'removed', tool: old as McpTool };
    if (!old) return { state: 'new', tool: current };
    return isSameTool(old, current) ? { state: 'approved', tool: current } : { state: 'changed', tool: current, before: old };
  });
}

/** Whether a tool is, to the letter, what was approved. The order of keys does not count. */
export function isSameTool(one: McpTool, other: McpTool): boolean {
  return canonicalJson(one) === canonicalJson(other);
}

/** JSON with sorted keys, so that equal values have equal texts. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}
