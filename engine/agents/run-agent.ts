import { z } from 'zod';
import { type AgentRegistry, type AgentSpec, toolsOf, workersOf } from '#lib/agents/define-agent.ts';
import { type WorkerResult, type WorkerTask, workerResultSchema } from '#lib/agents/worker-task.ts';
import { NodeFailure } from '#lib/errors/node-failure.ts';
import { promptText } from '#lib/i18n/prompt-text.ts';
import type { JsonSchema } from '#lib/json/json-schema.ts';
import { didYouMean } from '#lib/text/did-you-mean.ts';
import { findTool, offeredTools, toolJsonSchema } from '#lib/tools/tool-catalogue.ts';
import type { ExecutorContext } from '../contract/define-executor.ts';
import { newInteractionContext } from '../contract/interaction-context.ts';
import { inAgent } from '../interaction/in-agent.ts';
import { interact } from '../interaction/interact.ts';
import { resolveModel } from '../interaction/resolve-models.ts';
import { citationsOfResult } from '../interaction/tool-findings.ts';

export type AgentCall = WorkerTask & {
  readonly agent: string;
  /** Overrides the agent's own. */
  readonly model?: string | undefined;
  /** The call everything it does is shown under. */
  readonly toolCallId: string;
  /** Prefix of its effect keys, where a model chose the id of the call. @defaultValue `toolCallId` */
  readonly key?: string;
};

/**
 * Gives a task to an agent: a conversation, tools and budget of its own, and the caller's abort
 * signal. Returns its findings.
 * @throws {NodeFailure} `worker-unknown`; `iteration-limit` and `tool-call-limit` when its budget
 * is used up; `output-invalid`
 */
export async function runAgent(call: AgentCall, agents: AgentRegistry, context: ExecutorContext): Promise<WorkerResult> {
  const agent = findWorker(call.agent, agents);
  const worker = inAgent(context, { parent: { toolCallId: call.toolCallId, agent: agent.id }, key: call.key ?? call.toolCallId });
  const limits = budgetOf(agent, call);
  const { output, sources } = await interact(
    {
      models: [resolveModel(call.model ?? agent.model, context)],
      instructions: instructionsFor(agent, call, context),
      conversation: newInteractionContext(),
      prompt: call.task,
      tools: offeredToolsOf(agent, call, context),
      maxIterations: limits.maxSteps,
      maxToolCalls: limits.maxToolCalls,
      worker: agent.id,
      outputSchema: resultSchemaFor(call),
    },
    worker,
  );
  const citations = citationsOfResult(output, sources);
  return workerResultSchema.parse({ ...(output as object), ...(citations.length > 0 && { citations }) });
}

function findWorker(name: string, agents: AgentRegistry): AgentSpec {
  const workers = workersOf(agents);
  const agent = workers.find(({ id }) => id === name);
  if (agent) return agent;
  const ids = workers.map(({ id }) => id);
  const meant = didYouMean(name, ids);
  throw new NodeFailure('worker-unknown', `There is no worker '${name}'`, {
    path: 'config.agent',
    hint: meant ? `Did you mean ${meant}?` : `There are: ${ids.join(', ')}`,
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
function offeredToolsOf(agent: AgentSpec, { allowedTools }: WorkerTask, { tools }: ExecutorContext) {
  const own = toolsOf(agent);
  const allowed = allowedTools?.map((name) => findTool(tools.definitions, name)?.id ?? name) ?? own;
  const foreign = allowed.find((id) => !own.includes(id));
  if (foreign !== undefined)
    throw new NodeFailure('worker-tool-unknown', `The worker '${agent.id}' has no tool '${foreign}'`, {
      path: 'config.allowedTools',
      hint: `It has: ${own.join(', ')}`,
    });
  return offeredTools(tools, allowed).map(({ id, description, input }) => ({
    name: id,
    description,
    inputSchema: toolJsonSchema(input, 'input'),
  }));
}

/** Parts that are the same for every task come first, for the provider's prompt cache. */
function instructionsFor(
  { instructions }: AgentSpec,
  { scope, stopCondition }: WorkerTask,
  { language }: ExecutorContext,
): string {
  return [
    promptText(language, 'agent'),
    instructions,
    scope && promptText(language, 'agent-scope', { scope }),
    stopCondition && promptText(language, 'agent-stop', { condition: stopCondition }),
  ]
    .filter(Boolean)
    .join('\n\n');
}

function resultSchemaFor({ outputSchema }: WorkerTask): JsonSchema {
  const { data: _, citations: _citations, ...fields } = workerResultSchema.shape;
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
