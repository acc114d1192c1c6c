import { createHash } from 'node:crypto';
import type { McpServerResource, McpToolResource } from '#lib/api/mcp-servers.contract.ts';
import { AppError } from '#lib/errors/app-error.ts';
import { canonicalJson, compareTools, type ToolState } from '#lib/mcp/compare-tools.ts';
import { countHidden } from '#lib/mcp/hidden-text.ts';
import { type McpListing, mcpToolId, NO_LISTING } from '#lib/mcp/mcp-server.ts';
import type { McpServerRecord } from '../../db/repositories/mcp-server-repository.ts';
import type { Repositories } from '../../db/repositories/repositories.ts';
import { riskOf } from '../../mcp/to-sourced-tools.ts';

/** @throws {AppError} `not-found` */
export async function loadMcpServer({ mcpServers }: Repositories, serverId: string): Promise<McpServerRecord> {
  const found = await mcpServers.get(serverId);
  if (!found) throw mcpServerNotFound(serverId);
  return found;
}

export function mcpServerNotFound(serverId: string): AppError {
  return new AppError('not-found', `There is no MCP server ${serverId}.`);
}

/** Names exactly what a person looked at before accepting it. */
export function hashOfListing(listing: McpListing): string {
  return createHash('sha256').update(canonicalJson(listing)).digest('base64url');
}

export function toMcpServerResource(record: McpServerRecord): McpServerResource {
  const { serverId, commandName, approved, found, sealedSignIn, refreshedAt, headers, approvals, allowTools } = record;
  const listing = found ?? approved;
  const { server, protocol, resources, resourceTemplates, prompts, omitted } = listing ?? NO_LISTING;
  const title = server.title ?? null;
  return {
    id: serverId,
    name: record.name,
    displayName: record.displayName,
    transport: record.transport,
    url: record.url,
    command: commandName,
    isEnabled: record.isEnabled,
    headers: { ...headers },
    credentialId: record.credentialId,
    allowTools: allowTools && [...allowTools],
    approvals: { ...approvals },
    timeoutS: record.timeoutS,
    status: statusOf(record),
    problem: record.problem,
    privateHost: record.privateHost,
    isSignedIn: sealedSignIn !== null,
    refreshedAt: refreshedAt?.toISOString() ?? null,
    server: listing && { name: server.name, version: server.version, title },
    protocol: listing && protocol,
    tools: compareTools(approved?.tools ?? [], found?.tools).map((compared) => toTool(record, compared)),
    resources: resources.map(toResource),
    resourceTemplates: resourceTemplates.map(toResource),
    prompts: prompts.map((prompt) => ({
      name: prompt.name,
      description: prompt.description ?? null,
      arguments: prompt.arguments.map((one) => ({ ...one, description: one.description ?? null })),
    })),
    omitted: [...omitted],
    apps: record.apps.map((app) => ({ ...app })),
    listingHash: found && hashOfListing(found),
  };
}

function statusOf({ isEnabled, needsSignIn, problem, approved, found }: McpServerRecord): McpServerResource['status'] {
  if (!isEnabled) return 'off';
  if (needsSignIn) return 'sign-in';
  if (problem !== null) return 'failed';
  if (found) return approved ? 'changed' : 'unaccepted';
  return approved ? 'ready' : 'unread';
}

function toTool({ name, allowTools }: McpServerRecord, compared: ToolState): McpToolResource {
  const { tool, state } = compared;
  return {
    ...tool,
    id: mcpToolId(name, tool.name),
    risk: riskOf(tool),
    state,
    before: compared.state === 'changed' ? compared.before : null,
    isAllowed: allowTools === null || allowTools.includes(tool.name),
    hiddenCharacters: countHidden(JSON.stringify([tool.title, tool.description, tool.inputSchema, tool.outputSchema])),
  };
}

function toResource({ uri, name, description, mimeType }: McpListing['resources'][number]) {
  return { uri, name, description: description ?? null, mimeType: mimeType ?? null };
}
