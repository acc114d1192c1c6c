import { writeSkillFile } from '#lib/api/skills.contract.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { readSkillDetail } from '../../resources/skill-resource.ts';
import { shownIn } from './shown-in.ts';

export const writeSkillFileHandler = defineHandler(writeSkillFile, async (context) => {
  const { params, query, body, deps, workspaceId } = context;
  const content = 'text' in body ? Buffer.from(body.text) : Buffer.from(body.base64, 'base64');
  await deps.skills.write(workspaceId, params.name, { path: query.path, content });
  const shown = await shownIn(context);
  return { status: 200, body: await readSkillDetail(deps.skills, { workspaceId, name: params.name, shown }) };
});
