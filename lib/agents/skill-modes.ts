export const skillModes = ['off', 'auto', 'model'] as const;
export type SkillMode = (typeof skillModes)[number];

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
