import type { CallToolResult } from '@modelcontextprotocol/client';
import { jsonExcess } from '#lib/json/json-limits.ts';
import { type McpTool, mcpToolId } from '#lib/mcp/mcp-server.ts';
import type { ToolAppResult } from '#lib/run/tool-app-result.ts';
import type { McpServerRecord } from '../db/repositories/mcp-server-repository.ts';

/** The whole result for the app of a tool; `{}` where the app is not allowed, or the result is too large. */
export function resultForApp(
  { name, apps }: Pick<McpServerRecord, 'name' | 'apps'>,
  { name: toolName, appUri }: McpTool,
  { content = [], structuredContent, _meta }: CallToolResult,
): { app?: ToolAppResult } {
  if (appUri === undefined || !apps.some(({ uri }) => uri === appUri)) return {};
  const result = { content, ...(structuredContent !== undefined && { structuredContent }), ...(_meta && { _meta }) };
  return jsonExcess(result) === undefined ? { app: { uri: appUri, tool: mcpToolId(name, toolName), result } } : {};
}
