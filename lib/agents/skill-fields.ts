import { z } from 'zod';

export const skillModes = ['off', 'auto', 'model'] as const;
export type SkillMode = (typeof skillModes)[number];

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

/** Tools that a model with skills gets besides its own. */
export const SKILL_TOOLS = ['read_skill', 'run_skill_script'] as const;

/** Stands for every skill in a list of what a workflow reaches. */
export const ANY_SKILL = '*';

/** Whether a `skillMode` of a config, which may be missing, offers skills. */
export function isWithSkills(mode: unknown): boolean {
  return mode === 'auto' || mode === 'model';
}

/** What the list of a config reaches: an empty one is every skill. */
export function reachedSkills(names: unknown): unknown {
  return Array.isArray(names) && names.length > 0 ? names : ANY_SKILL;
}
