import { AppError } from '#lib/errors/app-error.ts';
import { readFrontMatter } from '#lib/skills/front-matter.ts';
import { givenName } from '#lib/skills/given-name.ts';
import { SKILL_LIMITS, SKILL_NAME } from '#lib/skills/skill.ts';
import { skillPath } from '#lib/skills/skill-path.ts';
import { formatCount } from '#lib/text/format-count.ts';
import type { NewSkillFile } from '../db/stores/skill-store.ts';
import { type OpenZip, openZip } from '../documents/reader/open-zip.ts';
import { ReadingError } from '../documents/reader/reading-error.ts';

const MAX_SKILLS = 100;
/** Of all skills of one archive together, unpacked. */
const LIMITS = { maxEntries: 2000, maxUnpackedBytes: 50_000_000 } as const;
/** What programs put into archives that is no part of a skill. */
const NOT_MEANT = /(?:^|\/)(?:__MACOSX|\.[^/]*|Thumbs\.db|node_modules)(?:\/|$)/;

export type ArchivedSkill = { readonly name: string; readonly files: readonly NewSkillFile[] };

/**
 * The skills of a zip archive: each folder with a `SKILL.md`, or the archive itself.
 * @throws {AppError} `body-invalid` for an archive that is damaged, unpacks to too much, has paths that
 * lead out of it, or no skill
 */
export async function readSkillArchive(bytes: Buffer): Promise<ArchivedSkill[]> {
  const zip = await opened(bytes);
  const names = zip.names.filter((name) => !name.endsWith('/') && !NOT_MEANT.test(name));
  const roots = rootsOf(names);
  if (roots.length === 0) throw refused('no folder of it has a SKILL.md');
  if (roots.length > MAX_SKILLS) throw refused(`it has more than ${MAX_SKILLS} skills`);
  const skills: ArchivedSkill[] = [];
  for (const root of roots) skills.push(await readOne(root, names, zip));
  const twice = skills.find(({ name }, index) => skills.findIndex((one) => one.name === name) !== index);
  if (twice) throw refused(`two of its skills are named ${twice.name}`);
  return skills;
}

/** Folders with a `SKILL.md`, with `/` at the end; those inside another one belong to that. */
function rootsOf(names: readonly string[]): string[] {
  const roots = names.filter((name) => /(?:^|\/)SKILL\.md$/.test(name)).map((name) => name.slice(0, -'SKILL.md'.length));
  return roots.filter((root) => !roots.some((other) => other !== root && root.startsWith(other)));
}

async function readOne(root: string, names: readonly string[], zip: OpenZip): Promise<ArchivedSkill> {
  const files: NewSkillFile[] = [];
  let bytes = 0;
  for (const name of names.filter((one) => one.startsWith(root))) {
    const path = name.slice(root.length);
    if (skillPath(path) !== path) throw refused(`${JSON.stringify(path.slice(0, 100))} is no path of a file in a skill`);
    const content = (await zip.read(name)) ?? Buffer.alloc(0);
    bytes += content.byteLength;
    if (content.byteLength > SKILL_LIMITS.maxFileBytes)
      throw refused(`${path} has more than ${formatCount(SKILL_LIMITS.maxFileBytes)} bytes`);
    if (bytes > SKILL_LIMITS.maxBytes || files.length >= SKILL_LIMITS.maxFiles)
      throw refused(`a skill of it has more than ${SKILL_LIMITS.maxFiles} files or ${formatCount(SKILL_LIMITS.maxBytes)} bytes`);
    files.push({ path, content });
  }
  return { name: nameOf(root, files), files };
}

/** As its front matter says, which is the name of its folder then. */
function nameOf(root: string, files: readonly NewSkillFile[]): string {
  const text = Buffer.from(files.find(({ path }) => path === 'SKILL.md')?.content ?? []).toString('utf8');
  const name = givenName(readFrontMatter(text).fields ?? {}) ?? root.split('/').at(-2) ?? '';
  if (!SKILL_NAME.test(name)) throw refused(`${JSON.stringify(name.slice(0, 100))} is no name of a skill`);
  return name;
}

async function opened(bytes: Buffer): Promise<OpenZip> {
  try {
    return await openZip(bytes, LIMITS);
  } catch (error) {
    if (error instanceof ReadingError) throw refused(error.message, error);
    throw error;
  }
}

function refused(reason: string, cause?: unknown): AppError {
  return new AppError('body-invalid', `The archive cannot be imported: ${reason}.`, { cause });
}
