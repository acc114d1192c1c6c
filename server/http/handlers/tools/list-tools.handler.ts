import { listTools } from '#lib/api/tools.contract.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { toolsOf } from '../../handler-kit/tools-of.ts';
import { toToolGroups } from '../../resources/tool-resource.ts';

export const listToolsHandler = defineHandler(listTools, async ({ deps, workspaceId }) => ({
  status: 200,
  body: { groups: toToolGroups(await toolsOf(deps, workspaceId)) },
}));
