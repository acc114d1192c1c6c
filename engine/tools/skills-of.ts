import { NodeFailure } from '#lib/errors/node-failure.ts';
import type { Skills, UsableSkill } from '#lib/ports/skills.ts';
import { skillText } from '#lib/skills/skill.ts';
import type { ExecutorContext } from '../contract/define-executor.ts';

type Looking = Pick<ExecutorContext, 'tools' | 'workspaceId' | 'skills'>;

/**
 * The skill of that name, of those that the caller may use.
 * @throws {NodeFailure} `skill-not-found`
 */
export async function skillOf(name: string, context: Looking): Promise<{ port: Skills; usable: UsableSkill }> {
  const usable = (await usableSkills(context)).find(({ skill }) => skill.name === name);
  const { skills: port } = context.tools;
  if (port && usable) return { port, usable };
  const names = (await usableSkills(context)).map(({ skill }) => skill.name);
  throw new NodeFailure('skill-not-found', `There is no skill '${name}' here, or it is switched off`, {
    path: 'skill',
    ...(names.length > 0 && { hint: `There are: ${names.join(', ')}` }),
  });
}

/** The instructions of a skill, in the language of the workflow. @throws {NodeFailure} `skill-not-found` */
export async function skillInstructions(name: string, context: Looking & Pick<ExecutorContext, 'language'>): Promise<string> {
  const { usable } = await skillOf(name, context);
  return skillText(usable.skill, context.language).body;
}

/** Enabled skills that the caller may use; empty where there are none. */
export async function usableSkills({ tools, workspaceId, skills: names }: Looking): Promise<readonly UsableSkill[]> {
  const enabled = (await tools.skills?.enabled(workspaceId)) ?? [];
  return names === undefined ? enabled : enabled.filter(({ skill }) => names.includes(skill.name));
}
