import { z } from 'zod';
import { HAND_OFF } from '#lib/agents/hand-off.ts';
import { isWithSkills, reachedSkills, SKILL_TOOLS } from '#lib/agents/skill-modes.ts';
import { toolsInOffers } from '#lib/agents/tool-offer.ts';
import { messageValueSchema } from '#lib/interaction/message-value.ts';
import { defineNode, port } from '#lib/node-kit/define-node.ts';
import { citationSchema } from '#lib/text/citation.ts';
import { llmConfig } from './llm-config.ts';

const tokenUsageSchema = z.object({ promptTokens: z.int(), completionTokens: z.int(), totalTokens: z.int() });

export default defineNode({
  id: 'llm',
  version: 1,
  title: 'LLM',
  summary: 'Calls a language model and returns its answer.',
  icon: 'sparkle',
  category: 'model',
  config: llmConfig,
  outputs: ({ outputSchema }) => {
    const { title, schema } = port(
      'Answer',
      z.object({
        output: z.string(),
        finishReason: z.string().meta({
          description:
            'How the answer ended: `stop` when it is whole, else `length`, `content-filter`, `refusal`, `empty` or `other`.',
        }),
        messages: z.array(messageValueSchema),
        llmCalls: z.int(),
        toolCalls: z.int(),
        tokenUsage: tokenUsageSchema,
        citations: z.array(citationSchema).meta({ description: 'The sources that the answer cites as `[n]`.' }),
        agent: z.string().optional().meta({
          description: 'With agents to hand off to: the one that answered, or empty for the model of the node.',
        }),
      }),
    );
    if (!outputSchema) return { out: { title, schema } };
    return { out: { title, schema: { ...schema, properties: { ...(schema.properties as object), output: outputSchema } } } };
  },
  // The side effects of the tools are not known here.
  effects: ({ toolMode, availableTools = [], handoffs = [] }) =>
    toolMode !== 'none' && availableTools.length + handoffs.length > 0 ? 'write' : 'read',
  actsByTools: true,
  reaches: ({
    model,
    fallbackModels,
    strategy,
    candidateModels,
    images,
    attachments,
    toolMode,
    availableTools,
    agents,
    handoffs,
    credentials,
    validateResults,
    validatorModel,
    summaryModel,
    skillMode,
    skills,
  }) => ({
    models: [
      model,
      fallbackModels,
      strategy === 'multi-llm' ? candidateModels : [],
      validateResults === 'model' && validatorModel ? validatorModel : [],
      summaryModel ?? [],
    ],
    urls: images,
    usesFiles: Array.isArray(attachments) && attachments.length > 0,
    calls: toolMode === 'none' ? [] : toolsInOffers(availableTools),
    agents: toolMode === 'none' ? [] : handoffs,
    delegates: toolMode === 'none' ? [] : agents,
    tools:
      toolMode === 'none'
        ? []
        : [Array.isArray(handoffs) && handoffs.length > 0 ? [HAND_OFF] : [], isWithSkills(skillMode) ? [...SKILL_TOOLS] : []],
    skills: isWithSkills(skillMode) ? reachedSkills(skills) : [],
    credentials: toolMode === 'none' ? [] : credentials,
  }),
  mainField: 'output',
  detailFields: ['finishReason', 'messages', 'citations', 'llmCalls', 'toolCalls', 'tokenUsage'],
});
