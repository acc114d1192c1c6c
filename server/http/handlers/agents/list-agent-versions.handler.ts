import { listAgentVersions } from '#lib/api/agents.contract.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { agentNotFound } from '../../resources/agent-resource.ts';

export const listAgentVersionsHandler = defineHandler(listAgentVersions, async ({ params, repos }) => {
  const versions = await repos.agents.versions(params.id);
  if (versions.length === 0) throw agentNotFound(params.id);
  return {
    status: 200,
    body: { items: versions.map(({ version, createdAt }) => ({ version, createdAt: createdAt.toISOString() })) },
  };
});
