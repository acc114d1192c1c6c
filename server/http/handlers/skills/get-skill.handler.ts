import { getSkill } from '#lib/api/skills.contract.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { readSkillDetail } from '../../resources/skill-resource.ts';
import { shownIn } from './shown-in.ts';

export const getSkillHandler = defineHandler(getSkill, async (context) => {
  const { params, deps, workspaceId } = context;
  const shown = await shownIn(context);
  return { status: 200, body: await readSkillDetail(deps.skills, { workspaceId, name: params.name, shown }) };
});
