import { constants, type Dirent } from 'node:fs';
import { lstat, open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { SkillFile } from '#lib/ports/skills.ts';
import { SKILL_LIMITS } from '#lib/skills/skill.ts';
import { skillPath } from '#lib/skills/skill-path.ts';
import { readStoredSkill, type StoredSkill } from './stored-skill.ts';

/** For how long a look at the folder counts, in milliseconds. An edit is live after that. */
const FRESH_MS = 100;
const MAX_SKILLS = 1000;
const MAX_DEPTH = 5;

type Known = { readonly stamp: string; readonly stored: StoredSkill };
type Options = { readonly folder: string; readonly now: () => number };

/**
 * The skills in a folder of the server, each a folder with a `SKILL.md`. Looks again when it is
 * asked, so that an edit is live without a watcher, on network drives too. Follows no links.
 */
export class SkillFolder {
  readonly #options: Options;
  #known = new Map<string, Known>();
  #list: readonly StoredSkill[] = [];
  #looked: { readonly at: number; readonly done: Promise<readonly StoredSkill[]> } | undefined;

  constructor(options: Options) {
    this.#options = options;
  }

  /** By name. The same array as long as nothing has changed. */
  list(): Promise<readonly StoredSkill[]> {
    const at = this.#options.now();
    if (this.#looked && at - this.#looked.at < FRESH_MS) return this.#looked.done;
    const done = this.#look();
    this.#looked = { at, done };
    return done;
  }

  /** @returns undefined when the skill has no such file */
  async read(name: string, path: string): Promise<Buffer | undefined> {
    const stored = (await this.list()).find((one) => one.name === name);
    if (!stored?.files.some((file) => file.path === path)) return undefined;
    return readRegular(join(this.#options.folder, name, path));
  }

  async #look(): Promise<readonly StoredSkill[]> {
    const { folder } = this.#options;
    const entries = await readdir(folder, { withFileTypes: true }).catch((): Dirent[] => []);
    const names = entries.flatMap((entry) => (entry.isDirectory() && !entry.name.startsWith('.') ? [entry.name] : []));
    const read = await Promise.all(
      names
        .toSorted()
        .slice(0, MAX_SKILLS)
        .map((name) => this.#lookAt(name)),
    );
    const known = new Map(read.flatMap((one) => (one ? [[one.stored.name, one] as const] : [])));
    const list = [...known.values()].map(({ stored }) => stored);
    if (list.length !== this.#list.length || list.some((stored, index) => stored !== this.#list[index])) this.#list = list;
    this.#known = known;
    return this.#list;
  }

  /** @returns undefined for a folder that is no skill */
  async #lookAt(name: string): Promise<Known | undefined> {
    const { folder } = this.#options;
    const { files, stamp } = await filesIn(join(folder, name));
    if (!files.some(({ path }) => path === 'SKILL.md')) return undefined;
    const before = this.#known.get(name);
    if (before?.stamp === stamp) return before;
    const readText = async (path: string) => (await readRegular(join(folder, name, path)))?.toString('utf8') ?? '';
    return { stamp, stored: await readStoredSkill({ name, files, readText }) };
  }
}

/** All files below a folder, and a text that differs once one of them does. */
async function filesIn(root: string): Promise<{ readonly files: readonly SkillFile[]; readonly stamp: string }> {
  const files: SkillFile[] = [];
  const stamps: string[] = [];
  const walk = async (folder: string, depth: number): Promise<void> => {
    const entries = await readdir(join(root, folder), { withFileTypes: true }).catch((): Dirent[] => []);
    for (const entry of entries.toSorted((a, b) => a.name.localeCompare(b.name))) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (skillPath(path) !== path || files.length >= SKILL_LIMITS.maxFiles) continue;
      if (entry.isDirectory() && depth < MAX_DEPTH) await walk(path, depth + 1);
      if (!entry.isFile()) continue;
      const found = await lstat(join(root, path)).catch(() => undefined);
      if (!found?.isFile() || found.size > SKILL_LIMITS.maxFileBytes) continue;
      files.push({ path, sizeBytes: found.size });
      stamps.push(`${path} ${found.size} ${found.mtimeMs} ${found.ino}`);
    }
  };
  await walk('', 1);
  return { files, stamp: stamps.join('\n') };
}

/** @returns undefined for what is no file any more: a link that took its place is not followed */
async function readRegular(path: string): Promise<Buffer | undefined> {
  const file = await open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0)).catch(() => undefined);
  if (!file) return undefined;
  try {
    return (await file.stat()).isFile() ? await file.readFile() : undefined;
  } finally {
    await file.close();
  }
}
