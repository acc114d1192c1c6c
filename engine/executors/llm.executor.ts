import { NodeFailure } from '#lib/errors/node-failure.ts';
import type { ReasoningEffort } from '#lib/interaction/reasoning-effort.ts';
import type { ConfigOf } from '#lib/node-kit/define-node.ts';
import type { ModelHandle } from '#lib/ports/model-registry.ts';
import { offeredTools, toolJsonSchema } from '#lib/tools/tool-catalogue.ts';
import llm from '#nodes/llm/llm.node.ts';
import { defineExecutor, type ExecutorContext } from '../contract/define-executor.ts';
import type { InteractionContext } from '../contract/interaction-context.ts';
import { interact } from '../interaction/interact.ts';
import type { Interaction } from '../interaction/interaction.ts';
import { loadImages } from '../interaction/load-images.ts';
import { nameOf } from '../interaction/model-failure.ts';
import type { OfferedTool } from '../interaction/model-request.ts';
import { resolveModel, resolveModels } from '../interaction/resolve-models.ts';
import { strategyOf } from '../interaction/strategies/strategy-of.ts';

export default defineExecutor(llm, async ({ config, context }) => {
  const { temperature, maxTokens, reasoningEffort, outputSchema, contextProcessors } = config;
  const conversation = context.conversation(config.conversation);
  const prompt = promptOf(config, conversation);
  const models = resolveModels(config, context);
  if (reasoningEffort) assertReasoning(models, reasoningEffort);
  const images = await loadImages(config.images, models, context);
  const { output, llmCalls, toolCalls, tokenUsage, citations } = await interact(
    {
      models,
      conversation,
      ...prompt,
      examples: config.messages,
      isStreamed: config.stream,
      tools: toolsFor(config, context),
      mustCallTool: config.toolMode === 'required',
      maxIterations: config.maxIterations,
      workersAtOnce: config.workersAtOnce,
      ...(images.length > 0 && { images }),
      ...(temperature !== undefined && { temperature }),
      ...(maxTokens !== undefined && { maxOutputTokens: maxTokens }),
      ...(reasoningEffort && { reasoningEffort }),
      ...(outputSchema && { outputSchema }),
      ...(contextProcessors && { contextProcessors }),
      validation: {
        by: config.validateResults,
        tools: config.validatedTools,
        ...(config.validatorModel !== undefined && { model: resolveModel(config.validatorModel, context) }),
      },
    },
    context,
    { strategy: await strategyOf(config, context) },
  );
  const { promptTokens, completionTokens, totalTokens } = tokenUsage;
  return {
    out: {
      output,
      messages: [...(prompt.instructions ? [{ role: 'system', content: prompt.instructions }] : []), ...conversation.messages],
      llmCalls,
      toolCalls,
      tokenUsage: { promptTokens, completionTokens, totalTokens },
      citations,
    },
  };
});

/** Providers ignore what a model does not have, so the author would never learn of it. */
function assertReasoning(models: readonly ModelHandle[], effort: ReasoningEffort): void {
  const other = models.find(({ supportsReasoning }) => !supportsReasoning);
  if (!other) return;
  throw new NodeFailure(
    'model-without-reasoning',
    `${nameOf(other)} takes no reasoning effort, and the node asks for ${effort}`,
    {
      path: 'config.reasoningEffort',
      hint: 'Choose a model that reasons, or set support_reasoning: true for this one in the config',
    },
  );
}

/** A system prompt alone is the user message: some servers take no request without one. */
function promptOf(
  { userPrompt, systemPrompt, messages }: Pick<ConfigOf<typeof llm>, 'userPrompt' | 'systemPrompt' | 'messages'>,
  conversation: InteractionContext,
): Pick<Interaction, 'prompt' | 'instructions'> {
  if (!userPrompt && systemPrompt && messages.length === 0 && conversation.messages.length === 0) return { prompt: systemPrompt };
  return { ...(userPrompt && { prompt: userPrompt }), ...(systemPrompt && { instructions: systemPrompt }) };
}

function toolsFor({ toolMode, availableTools }: ConfigOf<typeof llm>, { tools }: ExecutorContext): OfferedTool[] {
  if (toolMode === 'none' || (toolMode === 'auto' && availableTools.length === 0)) return [];
  const offered = offeredTools(tools, availableTools);
  if (toolMode === 'required' && offered.length === 0)
    throw new NodeFailure(
      'tool-not-enabled',
      'The model has to call a tool, and none of those of the node is there and enabled',
      {
        path: 'config.availableTools',
        hint: 'Choose tools that are enabled, or set the tool mode to auto',
      },
    );
  return offered.map(({ id, description, input }) => ({
    name: id,
    description,
    inputSchema: toolJsonSchema(input, 'input'),
  }));
}
