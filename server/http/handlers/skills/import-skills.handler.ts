import { importSkills } from '#lib/api/skills.contract.ts';
import { AppError } from '#lib/errors/app-error.ts';
import { formatCount } from '#lib/text/format-count.ts';
import { defineHandler, type UploadedBody } from '../../handler-kit/define-handler.ts';
import { requireSkill, toSkillResource } from '../../resources/skill-resource.ts';
import { shownIn } from './shown-in.ts';

const MAX_ARCHIVE_BYTES = 20_000_000;

export const importSkillsHandler = defineHandler(importSkills, async (context) => {
  const { query, upload, deps, workspaceId } = context;
  const bytes = await readBytes(upload);
  // The reader of archives is loaded with the first one.
  const { readSkillArchive } = await import('../../../skills/read-skill-archive.ts');
  const skills = await readSkillArchive(bytes);
  if (query.onExisting === 'refuse')
    for (const { name } of skills)
      if (await deps.skills.find(workspaceId, name))
        throw new AppError('name-taken', `There is another skill '${name}'. Replace it, or choose another name.`);
  for (const { name, files } of skills) await deps.skills.replace(workspaceId, name, files);
  const shown = await shownIn(context);
  const items = await Promise.all(
    skills.map(async ({ name }) => toSkillResource(await requireSkill(deps.skills, workspaceId, name), shown)),
  );
  return { status: 201, body: { items } };
});

async function readBytes({ bytes, sizeBytes = 0 }: UploadedBody): Promise<Buffer> {
  const tooLarge = () =>
    new AppError('body-too-large', `An archive of skills has at most ${formatCount(MAX_ARCHIVE_BYTES)} bytes.`);
  if (sizeBytes > MAX_ARCHIVE_BYTES) throw tooLarge();
  const chunks: Uint8Array[] = [];
  let read = 0;
  for await (const chunk of bytes) {
    read += chunk.byteLength;
    if (read > MAX_ARCHIVE_BYTES) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
