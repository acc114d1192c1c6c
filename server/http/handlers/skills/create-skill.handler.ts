import { createSkill } from '#lib/api/skills.contract.ts';
import { AppError } from '#lib/errors/app-error.ts';
import { newSkillFiles } from '#lib/skills/new-skill.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { readSkillDetail } from '../../resources/skill-resource.ts';
import { shownIn } from './shown-in.ts';

export const createSkillHandler = defineHandler(createSkill, async (context) => {
  const { body, deps, workspaceId } = context;
  const { name, text } = body;
  if (await deps.skills.find(workspaceId, name))
    throw new AppError('name-taken', `There is another skill '${name}'. Choose another name.`);
  const files = text === undefined ? newSkillFiles(name) : { 'SKILL.md': text };
  await deps.skills.replace(
    workspaceId,
    name,
    Object.entries(files).map(([path, content]) => ({ path, content: Buffer.from(content) })),
  );
  return { status: 201, body: await readSkillDetail(deps.skills, { workspaceId, name, shown: await shownIn(context) }) };
});
