import { compareTools } from '#lib/mcp/compare-tools.ts';
import { isVisibleTo, type McpTool } from '#lib/mcp/mcp-server.ts';
import type { AnyToolDefinition } from '#lib/tools/define-tool.ts';
import { type ApprovalPolicy, approvalPolicy, type ToolSetting } from '#lib/tools/tool-policy.ts';
import { parseToolInput } from '#lib/workflow/tools/tool-input.ts';
import type { McpServerRecord } from '../db/repositories/mcp-server-repository.ts';
import { definitionOf, whyNotCalled } from './to-sourced-tools.ts';

export type AppTool = {
  readonly tool: McpTool;
  readonly definition: AnyToolDefinition;
  readonly input: Readonly<Record<string, unknown>>;
  readonly policy: ApprovalPolicy;
};

type Wanted = { readonly name: string; readonly input: Readonly<Record<string, unknown>> };

/**
 * The tool of a call by an app, if it is one of the same server that is visible to apps, accepted,
 * allowed and unchanged; else the reason for the app.
 * @param settingOf setting of the administrator
 */
export function findAppTool(
  server: McpServerRecord,
  { name, input }: Wanted,
  settingOf: (toolId: string) => ToolSetting | undefined,
): AppTool | { readonly refusal: string } {
  const { approved, found, allowTools, approvals, displayName } = server;
  const compared = compareTools(approved?.tools ?? [], found?.tools).find(({ tool }) => tool.name === name);
  const isOffered =
    compared && compared.state !== 'new' && isVisibleTo(compared.tool, 'app') && (allowTools?.includes(name) ?? true);
  if (!isOffered) return { refusal: `${displayName} has no tool '${name}' that its apps may call` };
  const definition = definitionOf(server, compared.tool);
  const own = Object.hasOwn(approvals, name) ? approvals[name] : undefined;
  const setting = settingOf(definition.id) ?? (own && { approval: own });
  const whyNot =
    setting?.isEnabled === false
      ? `${definition.id} is switched off in the config file`
      : whyNotCalled(server, compared.state as 'approved' | 'changed' | 'removed');
  if (whyNot !== undefined) return { refusal: whyNot };
  const parsed = parseToolInput(definition, input);
  if (!parsed.ok) {
    const problems = parsed.issues.slice(0, 5).map(({ path, message }) => `${path.map(String).join('.')}: ${message}`);
    return { refusal: `${name}: ${problems.join('; ')}` };
  }
  return { tool: compared.tool, definition, input: parsed.data, policy: approvalPolicy(definition, parsed.data, setting) };
}
