import { listAgents } from '#lib/api/agents.contract.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { toolsOf } from '../../handler-kit/tools-of.ts';
import { toAgentResource } from '../../resources/agent-resource.ts';

export const listAgentsHandler = defineHandler(listAgents, async ({ repos, deps, workspaceId }) => {
  const tools = await toolsOf(deps, workspaceId);
  const all = [...Object.values(deps.agents), ...(await repos.agents.list())];
  return { status: 200, body: { items: all.map((agent) => toAgentResource(agent, tools)) } };
});
