import { ANY_SKILL, isWithSkills, reachedSkills } from '../agents/skill-modes.ts';
import type { Workflow } from './workflow.ts';

/**
 * The skills that a session with this workflow may begin with: those of nodes whose conversation lasts for the session.
 * `*` is every skill of the workspace; empty where no node keeps one.
 */
export function sessionSkills({ nodes }: Pick<Workflow, 'nodes'>): readonly string[] {
  const reached = nodes
    .filter(({ config }) => isWithSkills(config.skillMode) && config.conversationScope === 'session')
    .flatMap(({ config }) => reachedSkills(config.skills))
    .filter((name) => typeof name === 'string');
  return reached.includes(ANY_SKILL) ? [ANY_SKILL] : [...new Set(reached)];
}
