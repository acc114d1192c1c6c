import { skillText } from '#lib/skills/skill.ts';
import skill from '#nodes/skill/skill.node.ts';
import { defineExecutor } from '../contract/define-executor.ts';
import { resolveModels } from '../interaction/resolve-models.ts';
import { chooseSkill } from '../interaction/skills/choose-skill.ts';
import { usableSkills } from '../tools/skills-of.ts';

const MAX_CANDIDATES = 10;

export default defineExecutor(skill, async ({ config, context: outer }) => {
  const { message, skills, mode, model, minScore } = config;
  const context = skills.length > 0 ? { ...outer, skills } : outer;
  const choosing =
    mode === 'model' ? { mode, models: resolveModels({ model, fallbackModels: [] }, context) } : ({ mode } as const);
  const { chosen, candidates } = await chooseSkill(message, context, { ...choosing, minScore, key: '' });
  const found = (await usableSkills(context)).find((one) => one.skill.name === chosen?.name)?.skill;
  const text = found && skillText(found, context.language);
  return {
    out: {
      skillId: found?.name ?? null,
      score: chosen?.score ?? candidates[0]?.score ?? 0,
      reason: chosen?.reason ?? '',
      title: text?.displayName ?? '',
      instructions: text?.body ?? '',
      allowedTools: [...(found?.allowedTools ?? [])],
      candidates: candidates.slice(0, MAX_CANDIDATES).map(({ name, score, reason }) => ({ skillId: name, score, reason })),
    },
  };
});
