import { z } from 'zod';
import { skillModes } from './skill-modes.ts';

/** Which skills a model may use; the same fields in nodes and agents. */
export const skillFields = {
  skillMode: z
    .enum(skillModes)
    .default('off')
    .meta({
      title: 'Skills',
      description:
        'off: none; auto: the skill that fits the message becomes active, by its words and, with an embedding model, its meaning; model: a model chooses among those that could fit.',
      expression: 'literal',
      ui: { group: 'Advanced' },
    }),
  skills: z
    .array(z.string().min(1).max(64))
    .max(100)
    .default([])
    .meta({
      title: 'Choice of skills',
      description: 'Names of the skills that may be used. Every enabled one when empty.',
      expression: 'literal',
      refersTo: 'skill',
      ui: { group: 'Advanced', visibleWhen: { skillMode: ['auto', 'model'] } },
    }),
} as const;
