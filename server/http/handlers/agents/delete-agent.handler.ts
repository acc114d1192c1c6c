import { deleteAgent } from '#lib/api/agents.contract.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { agentNotFound } from '../../resources/agent-resource.ts';

export const deleteAgentHandler = defineHandler(deleteAgent, async ({ params, repos }) => {
  if (!(await repos.agents.remove(params.id))) throw agentNotFound(params.id);
  return { status: 204 };
});
