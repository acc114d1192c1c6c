import { type AgentSpec, toolsOf } from '#lib/agents/agent-spec.ts';
import { NO_TOOL_LIMITS, stricterLimits } from '#lib/agents/tool-limits.ts';
import { NodeFailure } from '#lib/errors/node-failure.ts';
import { agentPrompt, joinSections, type PromptRole } from '#lib/interaction/agent-prompt.ts';
import { addUsage } from '#lib/run/token-usage.ts';
import { offeredTools } from '#lib/tools/tool-catalogue.ts';
import { AgentBudget } from '../contract/agent-budget.ts';
import type { ExecutorContext } from '../contract/define-executor.ts';
import { TAKER } from '../contract/interaction-context.ts';
import { interact } from '../interaction/interact.ts';
import type { Interaction, InteractionResult, InteractionStrategy } from '../interaction/interaction.ts';
import { resolveModel } from '../interaction/resolve-models.ts';
import { strategyOf } from '../interaction/strategies/strategy-of.ts';
import { schemaInstructions } from '../interaction/structured-output.ts';
import { bindOffers, delegatesIn, offerTools, takersIn } from '../tools/offer-tools.ts';

/** Agents that pass a conversation on more often are going in circles. */
const MAX_HANDOFFS = 5;

export type Converse = {
  readonly strategy?: InteractionStrategy;
  /** What an agent that takes over is: the same kind as the one before. */
  readonly role: PromptRole;
};

export type Conversed = InteractionResult & {
  /** The agent that answered, by its name in the document; undefined for the first one. */
  readonly agent: string | undefined;
};

/**
 * An interaction whose model may pass the conversation to other agents. Each one has its own prompt,
 * model, tools and limits, and reads the whole conversation; the last one answers. A conversation
 * that nodes share stays with the agent that has it.
 * @throws {NodeFailure} as `interact`; `agent-too-deep` when it is passed on too often
 */
export async function converse(
  interaction: Interaction,
  context: ExecutorContext,
  { strategy, role }: Converse,
): Promise<Conversed> {
  const { conversation } = interaction;
  let agent = keptTaker(interaction, context);
  let result = agent
    ? await interactAs(agent, interaction, { context, role, count: 0 })
    : await interact(interaction, context, strategy ? { strategy } : {});
  for (let count = 1; result.handoff !== undefined; count++) {
    agent = result.handoff;
    if (count > MAX_HANDOFFS)
      throw new NodeFailure(
        'agent-too-deep',
        `The conversation was passed on ${MAX_HANDOFFS} times, and '${agent}' would be next`,
        {
          hint: 'Let agents hand off in one direction, and say in their instructions when',
        },
      );
    conversation.variables = { ...conversation.variables, [TAKER]: agent };
    const { prompt: _, images: __, examples: ___, ...rest } = interaction;
    const next = await interactAs(agent, rest, { context, role, count });
    result = { ...next, ...spentBy(result, next) };
  }
  return { ...result, agent };
}

/** The agent that the shared conversation was passed to, if this node may pass it there too. */
function keptTaker({ conversation }: Interaction, context: ExecutorContext): string | undefined {
  const { [TAKER]: kept } = conversation.variables;
  const seen = new Set<string>();
  const open = takersIn(context).map(({ name }) => name);
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (name === kept) return name;
    if (seen.has(name)) continue;
    seen.add(name);
    open.push(...(context.agents[name]?.handoffs ?? []));
  }
  return undefined;
}

type Taking = { readonly context: ExecutorContext; readonly role: PromptRole; readonly count: number };

/** The interaction continued by an agent. Its ledger keys are its own. */
async function interactAs(
  name: string,
  interaction: Interaction,
  { context: outer, role, count }: Taking,
): Promise<InteractionResult> {
  const agent = takerOf(name, outer);
  const { limits } = agent;
  const { tools: kit } = outer;
  const context: ExecutorContext = {
    ...outer,
    delegates: agent.agents,
    handoffs: agent.handoffs,
    budget: new AgentBudget({ ...limits, owner: agent.id }, outer.budget),
    tools: bindOffers(agent.tools, { ...kit, limits: stricterLimits(kit.limits ?? NO_TOOL_LIMITS, agent) }, agent).tools,
  };
  const tools = offerTools(toolsOf(agent), context);
  const { outputSchema, key = '' } = interaction;
  const sections = agentPrompt({
    agent,
    role,
    tools: offeredTools(
      context.tools,
      tools.map((tool) => tool.name),
    ),
    delegates: delegatesIn(context),
    schemaText: outputSchema ? schemaInstructions(outputSchema, { hasTools: tools.length > 0, language: context.language }) : '',
    limits,
    language: context.language,
  });
  const { temperature: _, sampling: _s, maxOutputTokens: __, reasoningEffort: ___, mustCallTool: ____, ...kept } = interaction;
  return interact(
    {
      ...kept,
      key: `${key}handoff-${count}:`,
      models: [resolveModel(agent.model, context)],
      instructions: joinSections(sections),
      sections,
      hasSchemaInInstructions: true,
      tools,
      maxIterations: limits.maxSteps,
      maxToolCalls: limits.maxToolCalls,
      skills: { mode: agent.skillMode, names: agent.skills },
      agent: agent.id,
    },
    context,
    { strategy: await strategyOf(agent, context) },
  );
}

/** @throws {NodeFailure} `worker-unknown` */
function takerOf(name: string, { agents }: ExecutorContext): AgentSpec {
  const agent = Object.hasOwn(agents, name) ? agents[name] : undefined;
  if (agent) return agent;
  throw new NodeFailure('worker-unknown', `There is no agent '${name}'`, { path: 'config.handoffs' });
}

function spentBy(a: InteractionResult, b: InteractionResult): Pick<InteractionResult, 'llmCalls' | 'toolCalls' | 'tokenUsage'> {
  return {
    llmCalls: a.llmCalls + b.llmCalls,
    toolCalls: a.toolCalls + b.toolCalls,
    tokenUsage: addUsage(a.tokenUsage, b.tokenUsage),
  };
}
