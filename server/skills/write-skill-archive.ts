import { zipSync } from 'fflate';
import { toPublicSkill } from '#lib/skills/public-skill.ts';
import { publicSkillName, type Skill } from '#lib/skills/skill.ts';

type Archived = {
  readonly name: string;
  /** Undefined for a skill that cannot be read, which stays as it is. */
  readonly skill: Skill | undefined;
  readonly files: readonly { readonly path: string; readonly content: Uint8Array }[];
};

/** Archives above this size are stored without compression, which would keep other requests waiting. */
const MAX_COMPRESSED_BYTES = 2_000_000;
/** Always the same, so that the same skill is the same archive. */
const MODIFIED = new Date('2020-01-01T00:00:00');

/**
 * A skill as a zip archive with one folder.
 * @param format `public`: as other programs read it; `own`: its files as they are
 */
export function writeSkillArchive(
  { name, skill, files }: Archived,
  format: 'public' | 'own',
): { readonly folder: string; readonly bytes: Uint8Array } {
  const isPublic = format === 'public' && skill !== undefined;
  const folder = isPublic ? publicSkillName(name) : name;
  const entries = files.map(({ path, content }): [string, Uint8Array] => {
    const isMain = isPublic && path === 'SKILL.md';
    const written = isMain ? new TextEncoder().encode(toPublicSkill(skill, new TextDecoder().decode(content))) : content;
    return [`${folder}/${path}`, written];
  });
  const sizeBytes = entries.reduce((sum, [, content]) => sum + content.byteLength, 0);
  const level = sizeBytes > MAX_COMPRESSED_BYTES ? 0 : 6;
  return { folder, bytes: zipSync(Object.fromEntries(entries), { level, mtime: MODIFIED }) };
}
