import { z } from 'zod';
import { isWithSkills, reachedSkills } from '#lib/agents/skill-modes.ts';
import { defineNode, port } from '#lib/node-kit/define-node.ts';

export default defineNode({
  id: 'skill',
  version: 1,
  title: 'Skill',
  summary: 'Finds the skill that fits a message, with its instructions.',
  icon: 'graduation-cap',
  category: 'model',
  config: z.object({
    message: z
      .string()
      .trim()
      .min(1, 'Write the message')
      .meta({
        title: 'Message',
        description: 'What a user asks for.',
        ui: { widget: 'textarea', placeholder: '{{start.message}}' },
      }),
    skills: z.array(z.string().min(1).max(64)).max(100).default([]).meta({
      title: 'Choice of skills',
      description: 'Names of the skills that may be found. Every enabled one when empty.',
      expression: 'literal',
      refersTo: 'skill',
    }),
    mode: z.enum(['auto', 'model']).default('auto').meta({
      title: 'Search',
      description: 'auto: by words and, with an embedding model, by meaning; model: a model chooses among those that could fit.',
      expression: 'literal',
    }),
    model: z
      .string()
      .trim()
      .min(1)
      .default('default')
      .meta({
        title: 'Model',
        description: 'Chooses in the mode model.',
        expression: 'literal',
        refersTo: 'model',
        ui: { widget: 'model', visibleWhen: { mode: ['model'] } },
      }),
    minScore: z
      .number()
      .min(0)
      .max(1)
      .default(0.7)
      .meta({
        title: 'Lowest score',
        description: 'A skill below it does not count as found.',
        ui: { group: 'Advanced' },
      }),
  }),
  outputs: {
    out: port(
      'Skill',
      z.object({
        skillId: z.string().nullable().meta({ description: 'Name of the skill; null when none fits.' }),
        score: z.number(),
        reason: z.string().meta({ description: 'What of the message speaks for it.' }),
        title: z.string(),
        instructions: z.string().meta({ description: 'The body of the skill, for a system prompt; empty when none fits.' }),
        allowedTools: z.array(z.string()).meta({ description: 'The tools that the skill names.' }),
        candidates: z.array(z.object({ skillId: z.string(), score: z.number(), reason: z.string() })),
      }),
    ),
  },
  effects: 'read',
  reaches: ({ skills, mode, model }) => ({
    skills: isWithSkills(mode) ? reachedSkills(skills) : [],
    ...(mode === 'model' && { models: model }),
  }),
  mainField: 'instructions',
  detailFields: ['skillId', 'score', 'reason'],
  initialConfig: { message: '' },
});
