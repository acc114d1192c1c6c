import type { WorkspaceId } from '#lib/ports/run-store.ts';
import { type ToolCatalogue, withSourcedTools } from '#lib/tools/tool-catalogue.ts';
import type { ApiDependencies } from './api-dependencies.ts';

/** The tools that a workspace has: those of the server, and its own. Never contacts another server. */
export async function toolsOf({ tools }: Pick<ApiDependencies, 'tools'>, workspaceId: WorkspaceId): Promise<ToolCatalogue> {
  return tools.source ? withSourcedTools(tools, await tools.source.toolsOf(workspaceId)) : tools;
}
