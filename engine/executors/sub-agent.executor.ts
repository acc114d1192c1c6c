import { type AgentSpec, agentSpecSchema } from '#lib/agents/agent-spec.ts';
import { INLINE_AGENT } from '#lib/agents/inline-agent.ts';
import { offeredName } from '#lib/agents/tool-offer.ts';
import type { ConfigOf } from '#lib/node-kit/define-node.ts';
import subAgent from '#nodes/sub-agent/sub-agent.node.ts';
import { runAgent } from '../agents/run-agent.ts';
import { defineExecutor } from '../contract/define-executor.ts';

/** All that the worker does is shown under one call: the node's own. */
const CALL_ID = 'worker';
/** The tool that gives tasks to agents. */
const DELEGATE = 'sub-agent';

export default defineExecutor(subAgent, async ({ config, context }) => ({
  out: await runAgent(
    {
      ...config,
      ...(config.agent === INLINE_AGENT
        ? { agent: inlineAgent(config), offers: config.availableTools }
        : { agent: config.agent }),
      toolCallId: CALL_ID,
    },
    context,
  ),
}));

/** The agent that is written into the node. */
function inlineAgent(config: ConfigOf<typeof subAgent>): AgentSpec {
  const {
    instructions,
    availableTools,
    agents,
    handoffs,
    skillMode,
    skills,
    strategy,
    maxReplans,
    candidateModels,
    judgeCriteria,
    mode,
    maxToolCost,
    budget,
  } = config;
  const hasAgents = agents.length > 0;
  return agentSpecSchema.parse({
    id: INLINE_AGENT,
    title: 'Inline agent',
    description: 'Written into the node',
    kind: hasAgents ? 'orchestrator' : 'worker',
    promptProfile: hasAgents ? 'orchestrator' : 'agent',
    tools: [...availableTools.map(offeredName), ...(hasAgents ? [DELEGATE] : [])],
    limits: {
      ...(budget?.maxSteps !== undefined && { maxSteps: budget.maxSteps }),
      ...(budget?.maxToolCalls !== undefined && { maxToolCalls: budget.maxToolCalls }),
    },
    instructions,
    agents,
    handoffs,
    skillMode,
    skills,
    strategy,
    maxReplans,
    candidateModels,
    judgeCriteria,
    mode,
    maxToolCost,
  });
}
