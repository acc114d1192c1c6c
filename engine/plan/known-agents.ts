import { agentRegistry } from '#agents/registry.gen.ts';
import type { AgentRegistry } from '#lib/agents/agent-spec.ts';
import { agentsIn } from '#lib/workflow/bundle-agents.ts';
import type { Workflow } from '#lib/workflow/workflow.ts';

/** The agents that the nodes of a document may name. A built-in one wins over a frozen one. */
export function knownAgents(workflow: Workflow): AgentRegistry {
  return { ...agentsIn(workflow), ...agentRegistry };
}
