import { z } from 'zod';
import { type AgentRegistry, type AgentSpec, toolsOf } from '#lib/agents/agent-spec.ts';
import { NO_TOOL_LIMITS, stricterLimits } from '#lib/agents/tool-limits.ts';
import type { ToolOffer } from '#lib/agents/tool-offer.ts';
import { type WorkerResult, type WorkerTask, workerResultSchema } from '#lib/agents/worker-task.ts';
import { NodeFailure } from '#lib/errors/node-failure.ts';
import { agentPrompt, joinSections, taskPrompt } from '#lib/interaction/agent-prompt.ts';
import type { JsonSchema } from '#lib/json/json-schema.ts';
import { didYouMean } from '#lib/text/did-you-mean.ts';
import { findTool, offeredTools } from '#lib/tools/tool-catalogue.ts';
import { AgentBudget } from '../contract/agent-budget.ts';
import type { ExecutorContext } from '../contract/define-executor.ts';
import { newInteractionContext } from '../contract/interaction-context.ts';
import { inAgent } from '../interaction/in-agent.ts';
import { resolveModel } from '../interaction/resolve-models.ts';
import { strategyOf } from '../interaction/strategies/strategy-of.ts';
import { schemaInstructions } from '../interaction/structured-output.ts';
import { citationsOfResult } from '../interaction/tool-findings.ts';
import { bindOffers, delegatesIn, offerTools } from '../tools/offer-tools.ts';
import { converse } from './converse.ts';

/** Agents inside agents; a chain that delegates further is going in circles. */
const MAX_DEPTH = 4;

export type AgentCall = WorkerTask & {
  /** By its name in the document, or one that is written into the node. */
  readonly agent: string | AgentSpec;
  /** Names that may be given. @defaultValue every agent of the document */
  readonly allowed?: readonly string[];
  /** The tools of an agent that is written into the node, as they are in its config. */
  readonly offers?: readonly ToolOffer[];
  /** Overrides the agent's own. */
  readonly model?: string | undefined;
  /** The call everything it does is shown under. */
  readonly toolCallId: string;
  /** Prefix of its effect keys, where a model chose the id of the call. @defaultValue `toolCallId` */
  readonly key?: string;
};

/**
 * Gives a task to an agent: a conversation and tools of its own, a budget within that of the agent
 * around it, and the caller's abort signal. Returns its findings.
 * @throws {NodeFailure} `worker-unknown`; `agent-too-deep`; `iteration-limit` and `tool-call-limit`
 * when its budget is used up; `output-invalid`; what its strategy throws
 */
export async function runAgent(call: AgentCall, context: ExecutorContext): Promise<WorkerResult> {
  const agent = typeof call.agent === 'string' ? findAgent(call.agent, context.agents, call.allowed) : call.agent;
  const outer = contextOf(agent, call, context);
  const { tools: kit } = call.offers
    ? bindOffers(call.offers, outer.tools, 'availableTools')
    : bindOffers(agent.tools, outer.tools, agent);
  const inner = { ...outer, tools: kit };
  const limits = budgetOf(agent, call);
  const ids = toolIdsOf(agent, call, inner);
  const tools = offerTools(ids, inner);
  const outputSchema = resultSchemaFor(call);
  const { language } = inner;
  const sections = agentPrompt({
    agent,
    role: 'task',
    tools: offeredTools(
      inner.tools,
      tools.map(({ name }) => name),
    ),
    delegates: delegatesIn(inner),
    schemaText: schemaInstructions(outputSchema, { hasTools: tools.length > 0, language }),
    limits,
    language,
  });
  const {
    output,
    sources,
    finishReason = 'stop',
  } = await converse(
    {
      models: [resolveModel(call.model ?? agent.model, inner)],
      instructions: joinSections(sections),
      sections,
      hasSchemaInInstructions: true,
      conversation: newInteractionContext(),
      prompt: taskPrompt(call, language),
      tools,
      maxIterations: limits.maxSteps,
      maxToolCalls: limits.maxToolCalls,
      skills: { mode: agent.skillMode, names: agent.skills },
      agent: agent.id,
      outputSchema,
    },
    inner,
    { strategy: await strategyOf(agent, inner), role: 'task' },
  );
  const citations = citationsOfResult(output, sources);
  const ended = finishReason === 'stop' ? {} : { finishReason };
  return workerResultSchema.parse({ ...(output as object), ...(citations.length > 0 && { citations }), ...ended });
}

function contextOf(agent: AgentSpec, call: AgentCall, context: ExecutorContext): ExecutorContext {
  const agentDepth = (context.agentDepth ?? 0) + 1;
  if (agentDepth > MAX_DEPTH)
    throw new NodeFailure('agent-too-deep', `The agent '${agent.id}' is called inside ${MAX_DEPTH} other agents`, {
      hint: 'Let an agent that is called by others do its task itself',
    });
  const { tools } = context;
  return {
    ...inAgent(context, { parent: { toolCallId: call.toolCallId, agent: agent.id }, key: call.key ?? call.toolCallId }),
    agentDepth,
    delegates: agent.agents,
    handoffs: agent.handoffs,
    budget: new AgentBudget({ ...budgetOf(agent, call), owner: agent.id }, context.budget),
    tools: { ...tools, limits: stricterLimits(tools.limits ?? NO_TOOL_LIMITS, agent), isTask: true },
  };
}

/** @param allowed names that may be given; any when undefined */
function findAgent(name: string, agents: AgentRegistry, allowed: readonly string[] = Object.keys(agents)): AgentSpec {
  const agent = allowed.includes(name) && Object.hasOwn(agents, name) ? agents[name] : undefined;
  if (agent) return agent;
  const meant = didYouMean(name, allowed);
  throw new NodeFailure('worker-unknown', `There is no agent '${name}'`, {
    path: 'config.agent',
    hint: meant ? `Did you mean ${meant}?` : `There are: ${allowed.join(', ')}`,
  });
}

/** The smaller of what the agent may take and what the task may. */
function budgetOf({ limits }: AgentSpec, { budget = {} }: WorkerTask): AgentSpec['limits'] {
  return {
    maxSteps: Math.min(limits.maxSteps, budget.maxSteps ?? limits.maxSteps),
    maxToolCalls: Math.min(limits.maxToolCalls, budget.maxToolCalls ?? limits.maxToolCalls),
  };
}

/** @throws {NodeFailure} `worker-tool-unknown` */
function toolIdsOf(agent: AgentSpec, { allowedTools }: WorkerTask, { tools }: ExecutorContext): string[] {
  const own = toolsOf(agent);
  const allowed = allowedTools?.map((name) => findTool(tools.definitions, name)?.id ?? name) ?? own;
  const foreign = allowed.find((id) => !own.includes(id));
  if (foreign !== undefined)
    throw new NodeFailure('worker-tool-unknown', `The agent '${agent.id}' has no tool '${foreign}'`, {
      path: 'config.allowedTools',
      hint: `It has: ${own.join(', ')}`,
    });
  return allowed;
}

function resultSchemaFor({ outputSchema }: WorkerTask): JsonSchema {
  const { data: _, citations: _citations, finishReason: _reason, ...fields } = workerResultSchema.shape;
  const { $schema: _schema, ...schema } = z.toJSONSchema(z.object(fields));
  if (!outputSchema) return schema;
  // References name their definitions from the root of the schema.
  const { $defs, definitions, ...data } = outputSchema;
  const { properties = {}, required = [] } = schema as { properties?: object; required?: string[] };
  return {
    ...schema,
    ...($defs !== undefined && { $defs }),
    ...(definitions !== undefined && { definitions }),
    properties: { ...properties, data },
    required: [...required, 'data'],
  };
}
