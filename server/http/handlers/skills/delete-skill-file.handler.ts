import { deleteSkillFile } from '#lib/api/skills.contract.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { readSkillDetail } from '../../resources/skill-resource.ts';
import { shownIn } from './shown-in.ts';

export const deleteSkillFileHandler = defineHandler(deleteSkillFile, async (context) => {
  const { params, query, deps, workspaceId } = context;
  await deps.skills.removeFile(workspaceId, params.name, query.path);
  const shown = await shownIn(context);
  return { status: 200, body: await readSkillDetail(deps.skills, { workspaceId, name: params.name, shown }) };
});
