import { getAgent } from '#lib/api/agents.contract.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { toolsOf } from '../../handler-kit/tools-of.ts';
import { agentNotFound, toAgentResource } from '../../resources/agent-resource.ts';

export const getAgentHandler = defineHandler(getAgent, async ({ params, query, repos, deps, workspaceId }) => {
  const builtIn = Object.hasOwn(deps.agents, params.id) && query.version === undefined ? deps.agents[params.id] : undefined;
  const agent = builtIn ?? (await repos.agents.get(params.id, query.version));
  if (!agent) throw agentNotFound(query.version === undefined ? params.id : `${params.id}@${query.version}`);
  return { status: 200, body: toAgentResource(agent, await toolsOf(deps, workspaceId)) };
});
