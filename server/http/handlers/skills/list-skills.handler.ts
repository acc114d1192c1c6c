import { listSkills } from '#lib/api/skills.contract.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { toSkillResource } from '../../resources/skill-resource.ts';
import { shownIn } from './shown-in.ts';

export const listSkillsHandler = defineHandler(listSkills, async (context) => {
  const { deps, workspaceId } = context;
  const shown = await shownIn(context);
  const items = (await deps.skills.list(workspaceId)).map((stored) => toSkillResource(stored, shown));
  return { status: 200, body: { items } };
});
