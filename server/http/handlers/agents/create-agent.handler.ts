import { INLINE_AGENT } from '#lib/agents/inline-agent.ts';
import { createAgent } from '#lib/api/agents.contract.ts';
import { AppError } from '#lib/errors/app-error.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { toolsOf } from '../../handler-kit/tools-of.ts';
import { agentNotFound, toAgentResource } from '../../resources/agent-resource.ts';
import { assertAgentTools } from '../../resources/agent-tools.ts';

export const createAgentHandler = defineHandler(createAgent, async ({ body, repos, deps, workspaceId }) => {
  if (Object.hasOwn(deps.agents, body.id) || body.id === INLINE_AGENT)
    throw new AppError('name-taken', `'${body.id}' is a built-in agent. Choose another id.`);
  const tools = await toolsOf(deps, workspaceId);
  assertAgentTools(body, tools);
  await repos.agents.create(deps.newId('agt'), body);
  const agent = await repos.agents.get(body.id);
  if (!agent) throw agentNotFound(body.id);
  return { status: 201, body: toAgentResource(agent, tools) };
});
