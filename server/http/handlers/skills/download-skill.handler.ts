import { createHash } from 'node:crypto';
import { downloadSkill } from '#lib/api/skills.contract.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { requireSkill } from '../../resources/skill-resource.ts';

export const downloadSkillHandler = defineHandler(
  downloadSkill,
  async ({ params: { name }, query: { format }, deps, workspaceId }) => {
    const { skill, files } = await requireSkill(deps.skills, workspaceId, name);
    const contents = await Promise.all(
      files.map(async ({ path }) => ({ path, content: (await deps.skills.read(workspaceId, name, path)) ?? Buffer.alloc(0) })),
    );
    // The writer of archives is loaded with the first one.
    const { writeSkillArchive } = await import('../../../skills/write-skill-archive.ts');
    const { folder, bytes } = writeSkillArchive({ name, skill, files: contents }, format);
    return {
      file: {
        name: `${folder}.zip`,
        mediaType: 'application/zip',
        sizeBytes: bytes.byteLength,
        etag: createHash('sha256').update(bytes).digest('hex'),
        isInline: false,
        read: async function* ({ start, end }) {
          yield bytes.subarray(start, end);
        },
      },
    };
  },
);
