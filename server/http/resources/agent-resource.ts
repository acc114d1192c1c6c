import { type AgentSpec, toolIdsOf } from '#lib/agents/agent-spec.ts';
import type { AgentResource } from '#lib/api/agents.contract.ts';
import { AppError } from '#lib/errors/app-error.ts';
import type { ToolCatalogue } from '#lib/tools/tool-catalogue.ts';
import { offeredTools } from '#lib/tools/tool-catalogue.ts';
import type { StoredAgent } from '../../db/repositories/agent-repository.ts';

export function agentNotFound(agentId: string): AppError {
  return new AppError('not-found', `There is no agent ${agentId}.`);
}

export function toAgentResource(agent: StoredAgent | AgentSpec, tools: ToolCatalogue): AgentResource {
  const stored = 'spec' in agent ? agent : undefined;
  const spec = 'spec' in agent ? agent.spec : agent;
  const { mode, maxToolCost } = spec;
  return {
    id: spec.id,
    isBuiltIn: stored === undefined,
    version: stored?.version ?? null,
    createdAt: stored?.createdAt.toISOString() ?? null,
    changedAt: stored?.changedAt.toISOString() ?? null,
    spec,
    toolIds: offeredTools({ ...tools, limits: { mode, maxToolCost } }, toolIdsOf(spec)).map(({ id }) => id),
  };
}
