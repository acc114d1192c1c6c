import { updateAgent } from '#lib/api/agents.contract.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { toolsOf } from '../../handler-kit/tools-of.ts';
import { agentNotFound, toAgentResource } from '../../resources/agent-resource.ts';
import { assertAgentTools } from '../../resources/agent-tools.ts';

export const updateAgentHandler = defineHandler(updateAgent, async ({ params, body, repos, deps, workspaceId }) => {
  const { version, ...fields } = body;
  const tools = await toolsOf(deps, workspaceId);
  assertAgentTools(fields, tools);
  const isChanged = await repos.agents.change({ id: params.id, ...fields }, { version });
  const agent = isChanged ? await repos.agents.get(params.id) : null;
  if (!agent) throw agentNotFound(params.id);
  return { status: 200, body: toAgentResource(agent, tools) };
});
