import { HAND_OFF } from '#lib/agents/hand-off.ts';
import { NO_TOOL_LIMITS, stricterLimits } from '#lib/agents/tool-limits.ts';
import { NodeFailure } from '#lib/errors/node-failure.ts';
import type { ReasoningEffort } from '#lib/interaction/reasoning-effort.ts';
import type { ConfigOf } from '#lib/node-kit/define-node.ts';
import type { ModelHandle } from '#lib/ports/model-registry.ts';
import { nodeIdOf } from '#lib/run/node-path.ts';
import { addUsage } from '#lib/run/token-usage.ts';
import llm from '#nodes/llm/llm.node.ts';
import { converse } from '../agents/converse.ts';
import { loadAttachments } from '../code/load-attachments.ts';
import { defineExecutor, type ExecutorContext } from '../contract/define-executor.ts';
import { extendToolKit } from '../contract/extend-tool-kit.ts';
import type { InteractionContext } from '../contract/interaction-context.ts';
import type { ToolKit } from '../contract/tool-kit.ts';
import type { Interaction } from '../interaction/interaction.ts';
import { loadImages } from '../interaction/load-images.ts';
import { nameOf } from '../interaction/model-failure.ts';
import type { SamplingSettings } from '../interaction/model-request.ts';
import { resolveModel, resolveModels } from '../interaction/resolve-models.ts';
import { strategyOf } from '../interaction/strategies/strategy-of.ts';
import type { WrittenText } from '../interaction/write-text.ts';
import { bindOffers, type OfferedTool, toModel, warnOfMissingTools } from '../tools/offer-tools.ts';

export default defineExecutor(llm, async ({ config, context: outer }) => {
  const context: ExecutorContext = {
    ...outer,
    delegates: config.agents,
    handoffs: config.handoffs,
    ...(config.summaryModel !== undefined && {
      summaryModel: resolveModel(config.summaryModel, outer, 'config.summaryModel'),
    }),
    tools: { ...outer.tools, limits: stricterLimits(outer.tools.limits ?? NO_TOOL_LIMITS, config) },
  };
  const { temperature, maxTokens, reasoningEffort, outputSchema, contextProcessors } = config;
  const conversation = conversationOf(config, context);
  const models = resolveModels(config, context);
  if (reasoningEffort) assertReasoning(models, reasoningEffort);
  const sampling = samplingOf(config, models);
  const attached = await loadAttachments(config.attachments, models, context);
  const images = [...(await loadImages(config.images, models, context)), ...attached.images];
  const prompt = promptOf({ ...config, userPrompt: `${config.userPrompt ?? ''}${attached.text}`.trimStart() }, conversation);
  const { tools, offered, mustCallTool } = withCallerTools(toolsFor(config, context), context);
  const {
    output,
    finishReason = 'stop',
    llmCalls,
    toolCalls,
    tokenUsage,
    citations,
    agent,
  } = await converse(
    {
      models,
      conversation,
      ...prompt,
      examples: config.messages,
      isStreamed: config.stream,
      ...(config.onIncomplete && { onIncomplete: config.onIncomplete }),
      tools: offered,
      mustCallTool: mustCallTool || config.toolMode === 'required',
      maxIterations: config.maxIterations,
      skills: { mode: config.skillMode, names: config.skills, mayCallTools: config.toolMode !== 'none' },
      workersAtOnce: config.workersAtOnce,
      ...(images.length > 0 && { images }),
      ...(temperature !== undefined && { temperature }),
      ...(sampling && { sampling }),
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
    { ...context, tools },
    { strategy: await strategyOf(config, context), role: 'conversation' },
  );
  // The text is logged already; its sources are known at its end.
  if (citations.length > 0) context.emit({ type: 'content', content: '', citations: [...citations] });
  const said = [...conversation.messages];
  const summed = await leaveWindow(config, conversation, context);
  const { promptTokens, completionTokens, totalTokens } = summed ? addUsage(tokenUsage, summed.usage) : tokenUsage;
  return {
    out: {
      output,
      finishReason,
      messages: [...(prompt.instructions ? [{ role: 'system', content: prompt.instructions }] : []), ...said],
      llmCalls: llmCalls + (summed?.llmCalls ?? 0),
      toolCalls,
      tokenUsage: { promptTokens, completionTokens, totalTokens },
      citations,
      ...(config.handoffs.length > 0 && { agent: agent ?? '' }),
    },
  };
});

/** Summarizes what leaves the window of the session. Without a model it is dropped. */
async function leaveWindow(
  { conversationScope, conversationWindow: window }: ConfigOf<typeof llm>,
  conversation: InteractionContext,
  context: ExecutorContext,
): Promise<WrittenText | undefined> {
  const { summaryModel: model } = context;
  if (conversationScope === 'run' || !model) return undefined;
  const { summarizeSession } = await import('../interaction/summarize-session.ts');
  return summarizeSession(conversation, { window, model, context });
}

function conversationOf(
  { conversation, conversationScope, conversationWindow }: ConfigOf<typeof llm>,
  context: ExecutorContext,
): InteractionContext {
  if (conversationScope === 'run') return context.conversation(conversation);
  const name = conversation === 'own' ? nodeIdOf(context.nodeId) : conversation;
  return context.session.conversation(name, conversationWindow);
}

const PENALTIES = ['frequencyPenalty', 'presencePenalty'] as const;

/** @throws {NodeFailure} for a setting that the provider of a model does not have */
function samplingOf(config: ConfigOf<typeof llm>, models: readonly ModelHandle[]): SamplingSettings | undefined {
  const { topP, frequencyPenalty, presencePenalty } = config;
  const wanted = PENALTIES.find((name) => config[name] !== undefined);
  const without = models.find(({ provider }) => provider === 'anthropic');
  if (wanted !== undefined && without)
    throw new NodeFailure(
      'model-setting-unknown',
      `The model '${without.name}' has no ${wanted === 'frequencyPenalty' ? 'frequency' : 'presence'} penalty`,
      {
        path: `config.${wanted}`,
        hint: 'Leave the field empty, or choose a model of another provider',
      },
    );
  if (topP === undefined && frequencyPenalty === undefined && presencePenalty === undefined) return undefined;
  return {
    ...(topP !== undefined && { topP }),
    ...(frequencyPenalty !== undefined && { frequencyPenalty }),
    ...(presencePenalty !== undefined && { presencePenalty }),
  };
}

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

type Offered = { readonly tools: ToolKit; readonly offered: readonly OfferedTool[] };

/** With the tools that the caller of the run executes, where this node may call them. */
function withCallerTools(own: Offered, context: ExecutorContext): Offered & { readonly mustCallTool: boolean | string } {
  const { caller } = context.tools;
  if (!caller?.nodeIds.has(context.nodeId)) return { ...own, mustCallTool: false };
  const { definitions, handlers, must } = caller;
  const offered = [...own.offered, ...toModel(Object.values(definitions), context)];
  return { tools: extendToolKit(own.tools, { definitions, handlers }), offered, mustCallTool: must };
}

function toolsFor({ toolMode, availableTools, handoffs }: ConfigOf<typeof llm>, context: ExecutorContext): Offered {
  const offers = [...availableTools, ...(handoffs.length > 0 ? [HAND_OFF] : [])];
  if (toolMode !== 'none') warnOfMissingTools(availableTools, context.tools, context);
  if (toolMode === 'none' || (toolMode === 'auto' && offers.length === 0)) return { tools: context.tools, offered: [] };
  const { tools, offered: definitions } = bindOffers(offers, context.tools, 'availableTools');
  const offered = toModel(definitions, context);
  if (toolMode === 'required' && offered.length === 0)
    throw new NodeFailure(
      'tool-not-enabled',
      'The model has to call a tool, and none of those of the node is there and enabled',
      {
        path: 'config.availableTools',
        hint: 'Choose tools that are enabled, or set the tool mode to auto',
      },
    );
  return { tools, offered };
}
