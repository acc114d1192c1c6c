import { z } from 'zod';
import { agentsField } from '#lib/agents/agents-field.ts';
import { checkHandoffs, HAND_OFF, handoffsField } from '#lib/agents/hand-off.ts';
import { INLINE_AGENT } from '#lib/agents/inline-agent.ts';
import { skillFields } from '#lib/agents/skill-fields.ts';
import { isWithSkills, reachedSkills, SKILL_TOOLS } from '#lib/agents/skill-modes.ts';
import { checkStrategy, strategyFields } from '#lib/agents/strategy.ts';
import { toolModeFields } from '#lib/agents/tool-limits.ts';
import { toolOffersSchema, toolsInOffers } from '#lib/agents/tool-offer.ts';
import { workerResultSchema, workerTaskSchema } from '#lib/agents/worker-task.ts';
import { toolCredentialsSchema } from '#lib/credentials/tool-credentials.ts';
import { defineNode, port } from '#lib/node-kit/define-node.ts';

type AgentConfig = { readonly agent: string; readonly instructions: string };

/** An agent that is written into the node has instructions. */
function checkAgent({ value: { agent, instructions }, issues }: z.core.ParsePayload<AgentConfig>): void {
  if (agent !== INLINE_AGENT || instructions.trim() !== '') return;
  issues.push({ code: 'custom', path: ['instructions'], input: instructions, message: 'Write what the agent is for' });
}

const { task, scope, stopCondition, allowedTools, outputSchema, budget } = workerTaskSchema.shape;

export default defineNode({
  id: 'sub-agent',
  version: 1,
  title: 'Sub-agent',
  summary: 'Gives a task to an agent and returns its findings.',
  icon: 'bot',
  category: 'model',
  config: z
    .object({
      agent: z
        .string()
        .min(1, 'Choose an agent')
        .meta({
          title: 'Agent',
          description: 'The agent that does the task; editor@3 names a version, inline the agent that is written into this node.',
          expression: 'literal',
          refersTo: 'worker',
          ui: { placeholder: 'time' },
        }),
      instructions: z
        .string()
        .max(50_000)
        .default('')
        .meta({
          title: 'Instructions',
          description: 'Role and method of the agent that is written into this node.',
          ui: { widget: 'textarea', visibleWhen: { agent: [INLINE_AGENT] } },
        }),
      availableTools: toolOffersSchema.default([]).meta({
        title: 'Tools of the agent',
        description: 'Tools of the agent that is written into this node, each by its id or with fixed arguments.',
        expression: 'literal',
        refersTo: 'tool',
        ui: { visibleWhen: { agent: [INLINE_AGENT] } },
      }),
      agents: agentsField,
      handoffs: handoffsField.meta({
        ...handoffsField.meta(),
        ui: { group: 'Advanced', visibleWhen: { agent: [INLINE_AGENT] } },
      }),
      task: task.meta({ ...task.meta(), ui: { widget: 'textarea', placeholder: 'What time is it in {{start.city}}?' } }),
      scope,
      stopCondition,
      model: z
        .string()
        .min(1)
        .optional()
        .meta({
          title: 'Model',
          description: "The agent's own model when empty.",
          expression: 'literal',
          refersTo: 'model',
          ui: { widget: 'model', group: 'Advanced' },
        }),
      allowedTools: allowedTools.meta({
        ...allowedTools.meta(),
        expression: 'literal',
        refersTo: 'tool',
        ui: { group: 'Advanced' },
      }),
      outputSchema: outputSchema.meta({
        ...outputSchema.meta(),
        expression: 'literal',
        ui: { widget: 'schema', group: 'Advanced' },
      }),
      budget: budget.meta({ ...budget.meta(), ui: { group: 'Advanced' } }),
      credentials: toolCredentialsSchema,
      skillMode: skillFields.skillMode.meta({
        ...skillFields.skillMode.meta(),
        ui: { group: 'Advanced', visibleWhen: { agent: [INLINE_AGENT] } },
      }),
      skills: skillFields.skills.meta({
        ...skillFields.skills.meta(),
        ui: { group: 'Advanced', visibleWhen: { agent: [INLINE_AGENT] } },
      }),
      ...strategyFields,
      ...toolModeFields,
    })
    .check(checkStrategy)
    .check(checkHandoffs)
    .check(checkAgent),
  outputs: ({ outputSchema: dataSchema }) => {
    const { title, schema } = port('Findings', workerResultSchema);
    if (!dataSchema) return { out: { title, schema } };
    return { out: { title, schema: { ...schema, properties: { ...(schema.properties as object), data: dataSchema } } } };
  },
  effects: 'write',
  reaches: ({ agent, model, availableTools, agents, handoffs, strategy, candidateModels, credentials, skillMode, skills }) => {
    const isInline = agent === INLINE_AGENT;
    const hasSkills = isInline && isWithSkills(skillMode);
    return {
      agents: isInline ? handoffs : [agent, agents],
      delegates: isInline ? agents : [],
      models: [model ?? (isInline ? 'default' : []), isInline && strategy === 'multi-llm' ? candidateModels : []],
      tools: isInline ? [Array.isArray(handoffs) && handoffs.length > 0 ? HAND_OFF : [], hasSkills ? [...SKILL_TOOLS] : []] : [],
      calls: isInline ? toolsInOffers(availableTools) : [],
      skills: hasSkills ? reachedSkills(skills) : [],
      credentials,
    };
  },
  mainField: 'summary',
});
