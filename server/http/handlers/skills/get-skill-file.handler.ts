import { getSkillFile } from '#lib/api/skills.contract.ts';
import { AppError } from '#lib/errors/app-error.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { requireSkill } from '../../resources/skill-resource.ts';

export const getSkillFileHandler = defineHandler(
  getSkillFile,
  async ({ params: { name }, query: { path }, deps, workspaceId }) => {
    await requireSkill(deps.skills, workspaceId, name);
    const content = await deps.skills.read(workspaceId, name, path);
    if (!content) throw new AppError('not-found', `The skill '${name}' has no file '${path}'.`);
    const text = textIn(content);
    return {
      status: 200,
      body: { path, sizeBytes: content.byteLength, text, base64: text === null ? content.toString('base64') : null },
    };
  },
);

function textIn(content: Buffer): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(content);
  } catch {
    return null;
  }
}
