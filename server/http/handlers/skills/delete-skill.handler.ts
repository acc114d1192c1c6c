import { deleteSkill } from '#lib/api/skills.contract.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';

export const deleteSkillHandler = defineHandler(deleteSkill, async ({ params, deps, workspaceId }) => {
  await deps.skills.remove(workspaceId, params.name);
  return { status: 204 };
});
