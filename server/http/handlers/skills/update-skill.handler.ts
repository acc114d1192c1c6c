import { updateSkill } from '#lib/api/skills.contract.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { readSkillDetail } from '../../resources/skill-resource.ts';
import { shownIn } from './shown-in.ts';

export const updateSkillHandler = defineHandler(updateSkill, async (context) => {
  const { params, body, deps, workspaceId } = context;
  await deps.skills.setEnabled(workspaceId, params.name, body.isEnabled);
  const shown = await shownIn(context);
  return { status: 200, body: await readSkillDetail(deps.skills, { workspaceId, name: params.name, shown }) };
});
