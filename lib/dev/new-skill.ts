import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Language } from '../i18n/language.ts';
import { lintSkill } from '../skills/lint-skill.ts';
import { newSkillFiles } from '../skills/new-skill.ts';
import { readSkill } from '../skills/read-skill.ts';
import { translationOf } from '../skills/skill-path.ts';

/**
 * Writes a skill with all sections, a script, a reference and a Chinese translation.
 * @param folder that holds skills
 * @returns the written paths, relative to it
 * @throws {Error} if the name is invalid or taken; nothing is written then
 */
export function scaffoldSkill(folder: string, name: string): string[] {
  const files = newSkillFiles(name);
  if (existsSync(join(folder, name))) throw new Error(`${join(folder, name)} exists already`);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name, path)), { recursive: true });
    writeFileSync(join(folder, name, path), text);
  }
  return Object.keys(files).map((path) => join(name, path));
}

/** What is wrong with the skills of a folder, or could be better: a line each. */
export function lintSkillFolder(folder: string): string[] {
  const names = readdirSync(folder, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));
  return names.flatMap((name) => lintOne(join(folder, name), name));
}

function lintOne(folder: string, name: string): string[] {
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name: file }) =>
      join(parentPath, file)
        .slice(folder.length + 1)
        .replaceAll('\\', '/'),
    );
  if (!paths.includes('SKILL.md')) return [`${name}: there is no SKILL.md`];
  const read = (path: string) => readFileSync(join(folder, path), 'utf8');
  const translations: Partial<Record<Language, string>> = {};
  for (const path of paths) {
    const language = translationOf(path);
    if (language !== undefined) translations[language as Language] = read(path);
  }
  const { skill, problems } = readSkill({ folder: name, text: read('SKILL.md'), translations });
  const advice = skill ? lintSkill(skill, { paths }) : [];
  return [...problems, ...advice].map(
    ({ severity, message, at }) => `${name}${at === undefined ? '' : ` (${at})`}: ${severity}: ${message}`,
  );
}

function main(): void {
  const options = { folder: { type: 'string' }, lint: { type: 'boolean' } } as const;
  const { positionals, values } = parseArgs({ allowPositionals: true, options });
  const folder = values.folder ?? join(import.meta.dirname, '../../skills');
  const [name] = positionals;
  if (values.lint) {
    const lines = lintSkillFolder(folder);
    console.log(lines.length === 0 ? 'No problems' : lines.join('\n'));
    process.exitCode = lines.length === 0 ? 0 : 1;
    return;
  }
  if (name === undefined || positionals.length > 1) {
    console.error(
      'Usage: npm run new:skill <name>, or npm run new:skill -- --lint. --folder <path> for another folder than skills/',
    );
    process.exitCode = 2;
    return;
  }
  try {
    const written = scaffoldSkill(folder, name);
    console.log(
      `Written:\n${written.map((path) => `  ${path}`).join('\n')}\nNext: fill in the sections, then npm run new:skill -- --lint.`,
    );
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  }
}

if (import.meta.main) main();
