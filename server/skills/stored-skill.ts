import type { Language } from '#lib/i18n/language.ts';
import type { SkillFile } from '#lib/ports/skills.ts';
import { readSkill } from '#lib/skills/read-skill.ts';
import type { Skill } from '#lib/skills/skill.ts';
import { readWords } from '#lib/skills/skill-index.ts';
import { translationOf } from '#lib/skills/skill-path.ts';
import type { SkillProblem } from '#lib/skills/skill-problem.ts';

/** A folder with a `SKILL.md`, usable or not. */
export type StoredSkill = {
  readonly name: string;
  /** Undefined when it cannot be used: there is an error among the problems. */
  readonly skill: Skill | undefined;
  readonly problems: readonly SkillProblem[];
  readonly files: readonly SkillFile[];
};

type Reading = {
  readonly name: string;
  readonly files: readonly SkillFile[];
  readonly readText: (path: string) => Promise<string>;
};

/** Reads `SKILL.md` and its translations. */
export async function readStoredSkill({ name, files, readText }: Reading): Promise<StoredSkill> {
  const translations: Partial<Record<Language, string>> = {};
  for (const { path } of files) {
    const language = translationOf(path);
    if (language !== undefined) translations[language as Language] = await readText(path);
  }
  const { skill, problems } = readSkill({ folder: name, text: await readText('SKILL.md'), translations });
  if (skill) readWords(skill);
  return { name, skill, problems, files };
}
