import { elapsedTime } from '#lib/async/elapsed-time.ts';
import { StampedCache } from '#lib/async/stamped-cache.ts';
import { AppError } from '#lib/errors/app-error.ts';
import { NodeFailure } from '#lib/errors/node-failure.ts';
import type { MeteredRequest } from '#lib/ports/model-meter.ts';
import type { WorkspaceId } from '#lib/ports/run-store.ts';
import type { Clock } from '#lib/ports/runtime.ts';
import type { SkillMatches, SkillQuery, Skills, UsableSkill } from '#lib/ports/skills.ts';
import { SKILL_LIMITS, SKILL_NAME } from '#lib/skills/skill.ts';
import { SkillIndex } from '#lib/skills/skill-index.ts';
import { skillPath } from '#lib/skills/skill-path.ts';
import { formatCount } from '#lib/text/format-count.ts';
import type { NewSkillFile, SkillStore } from '../db/stores/skill-store.ts';
import type { SkillFolder } from './skill-folder.ts';
import { readStoredSkill, type StoredSkill } from './stored-skill.ts';

/** `server`: from a folder of the server; `workspace`: the workspace's own, which wins over one of the server. */
export type SkillSource = 'server' | 'workspace';

export type WorkspaceSkill = StoredSkill & {
  readonly source: SkillSource;
  readonly isEnabled: boolean;
  /** The server has a skill of this name that the workspace's own one replaces. */
  readonly replacesServer: boolean;
  readonly changedAt: Date | undefined;
};

/** Compares meanings of texts. @returns a score by name; undefined while it does not work */
export type CompareMeanings = (
  message: string,
  skills: readonly UsableSkill[],
  request: MeteredRequest,
) => Promise<ReadonlyMap<string, number> | undefined>;

type Options = {
  /** @defaultValue none: there are only skills of folders, which cannot be changed */
  readonly store?: SkillStore | undefined;
  /** A skill of a later folder wins over one of the same name. */
  readonly folders: readonly SkillFolder[];
  readonly clock: Pick<Clock, 'now'>;
  /** @defaultValue by words alone */
  readonly compareMeanings?: CompareMeanings | undefined;
};

/** Share of the meaning in a score: words alone can always make a skill active. */
const MEANING = 0.95;

type OwnSkill = { readonly stored: StoredSkill; readonly isEnabled: boolean | null; readonly changedAt: Date };
const NONE: readonly OwnSkill[] = [];
type Merged = {
  readonly parts: readonly unknown[];
  readonly all: readonly WorkspaceSkill[];
  readonly enabled: readonly UsableSkill[];
};

/** The skills of workspaces: those of the server's folders, and those in the database. */
export class SkillService implements Skills {
  readonly #options: Options;
  /** Undefined without a database. */
  readonly #own: StampedCache<WorkspaceId, readonly OwnSkill[]> | undefined;
  readonly #merged = new Map<WorkspaceId, Merged>();
  readonly #indexes = new WeakMap<readonly UsableSkill[], SkillIndex>();

  constructor(options: Options) {
    this.#options = options;
    const { store, clock } = options;
    this.#own =
      store &&
      new StampedCache({
        look: async (workspaceId) => ({ stamp: await store.stampOf(workspaceId), load: () => loadOwn(store, workspaceId) }),
        now: elapsedTime(clock),
      });
  }

  get #store(): SkillStore {
    const { store } = this.#options;
    if (store) return store;
    throw new AppError('body-invalid', 'There is no database for skills of workspaces here.');
  }

  /** All by name, also those that are disabled or cannot be used. */
  async list(workspaceId: WorkspaceId): Promise<readonly WorkspaceSkill[]> {
    return (await this.#merge(workspaceId)).all;
  }

  async enabled(workspaceId: WorkspaceId): Promise<readonly UsableSkill[]> {
    return (await this.#merge(workspaceId)).enabled;
  }

  async match(workspaceId: WorkspaceId, { message, names }: SkillQuery, request: MeteredRequest): Promise<SkillMatches> {
    const enabled = await this.enabled(workspaceId);
    const wanted = names && new Set(names);
    let index = this.#indexes.get(enabled);
    if (!index) {
      index = new SkillIndex(enabled.map(({ skill }) => skill));
      this.#indexes.set(enabled, index);
    }
    const lexical = index.rank(message, wanted);
    const meanings = await this.#options.compareMeanings?.(message, enabled, request);
    if (!meanings) return { by: 'lexical', candidates: lexical };
    const known = new Map(lexical.map((candidate) => [candidate.name, candidate]));
    const candidates = enabled
      .filter(({ skill }) => wanted === undefined || wanted.has(skill.name))
      .map(({ skill: { name } }) => {
        const byWords = known.get(name) ?? { name, score: 0, words: [] };
        return { ...byWords, score: 1 - (1 - byWords.score) * (1 - MEANING * (meanings.get(name) ?? 0)) };
      });
    return { by: 'embedding', candidates: candidates.toSorted((a, b) => b.score - a.score || a.name.localeCompare(b.name)) };
  }

  async readFile(workspaceId: WorkspaceId, name: string, path: string): Promise<Uint8Array> {
    const skill = (await this.enabled(workspaceId)).find((one) => one.skill.name === name);
    if (!skill) throw new NodeFailure('skill-not-found', `There is no skill '${name}' here, or it is switched off`);
    const content = await this.read(workspaceId, name, path);
    if (content) return content;
    throw new NodeFailure('skill-file-not-found', `The skill '${name}' has no file '${path}'`, {
      path: 'path',
      hint: `It has: ${skill.files.map((file) => file.path).join(', ')}`,
    });
  }

  /** A file of any skill of the list. @returns undefined without such a file */
  async read(workspaceId: WorkspaceId, name: string, path: string): Promise<Buffer | undefined> {
    const skill = await this.find(workspaceId, name);
    if (!skill?.files.some((file) => file.path === path)) return undefined;
    if (skill.source === 'workspace') return this.#store.read(workspaceId, name, path);
    for (const folder of this.#options.folders.toReversed()) {
      const content = await folder.read(name, path);
      if (content) return content;
    }
    return undefined;
  }

  async find(workspaceId: WorkspaceId, name: string): Promise<WorkspaceSkill | undefined> {
    return (await this.list(workspaceId)).find((skill) => skill.name === name);
  }

  /**
   * Makes a skill of the workspace, or replaces all its files.
   * @throws {AppError} `body-invalid` for a name, path or size that is not allowed
   */
  async replace(workspaceId: WorkspaceId, name: string, files: readonly NewSkillFile[]): Promise<void> {
    assertName(name);
    for (const file of files) assertFile(file);
    if (!files.some(({ path }) => path === 'SKILL.md'))
      throw new AppError('body-invalid', `The skill '${name}' has no SKILL.md.`);
    await this.#store.replace(workspaceId, name, files);
    this.#invalidate(workspaceId);
  }

  /**
   * Writes one file. A skill of the server is copied into the workspace first.
   * @throws {AppError} `not-found`; `body-invalid` for a path or size that is not allowed
   */
  async write(workspaceId: WorkspaceId, name: string, file: NewSkillFile): Promise<void> {
    assertFile(file);
    await this.#copyToWorkspace(workspaceId, name);
    await this.#store.write(workspaceId, name, file);
    this.#invalidate(workspaceId);
  }

  /** @throws {AppError} `not-found`; `body-invalid` for `SKILL.md` */
  async removeFile(workspaceId: WorkspaceId, name: string, path: string): Promise<void> {
    if (path === 'SKILL.md') throw new AppError('body-invalid', 'SKILL.md cannot be deleted: delete the skill instead.');
    await this.#copyToWorkspace(workspaceId, name);
    const isRemoved = await this.#store.removeFile(workspaceId, name, path);
    this.#invalidate(workspaceId);
    if (!isRemoved) throw new AppError('not-found', `The skill '${name}' has no file '${path}'.`);
  }

  /** @throws {AppError} `not-found` */
  async setEnabled(workspaceId: WorkspaceId, name: string, isEnabled: boolean): Promise<void> {
    await this.#require(workspaceId, name);
    await this.#store.setEnabled(workspaceId, name, isEnabled);
    this.#invalidate(workspaceId);
  }

  /**
   * Deletes a skill of the workspace; one of the server that it replaced is there again.
   * @throws {AppError} `not-found`; `body-invalid` for a skill of the server
   */
  async remove(workspaceId: WorkspaceId, name: string): Promise<void> {
    const { source } = await this.#require(workspaceId, name);
    if (source === 'server')
      throw new AppError('body-invalid', `The skill '${name}' is part of the server: switch it off instead of deleting it.`);
    await this.#store.remove(workspaceId, name);
    this.#invalidate(workspaceId);
  }

  /** @throws {AppError} `not-found` */
  async #require(workspaceId: WorkspaceId, name: string): Promise<WorkspaceSkill> {
    const skill = await this.find(workspaceId, name);
    if (skill) return skill;
    throw new AppError('not-found', `There is no skill '${name}'.`);
  }

  /** Copies a skill of the server into the workspace. */
  async #copyToWorkspace(workspaceId: WorkspaceId, name: string): Promise<void> {
    const skill = await this.#require(workspaceId, name);
    if (skill.source === 'workspace') return;
    const files: NewSkillFile[] = [];
    for (const { path } of skill.files) {
      const content = await this.read(workspaceId, name, path);
      if (content) files.push({ path, content });
    }
    await this.#store.replace(workspaceId, name, files);
    this.#invalidate(workspaceId);
  }

  /** Of this process: its next question is answered from the database. */
  #invalidate(workspaceId: WorkspaceId): void {
    this.#own?.invalidate(workspaceId);
  }

  async #merge(workspaceId: WorkspaceId): Promise<Merged> {
    const [own, ...folders] = await Promise.all([
      this.#own?.get(workspaceId) ?? NONE,
      ...this.#options.folders.map((folder) => folder.list()),
    ]);
    const parts = [own, ...folders];
    const known = this.#merged.get(workspaceId);
    if (known?.parts.every((part, index) => part === parts[index])) return known;
    const all = mergeSkills(own, folders.flat());
    const enabled = all.flatMap(({ skill, isEnabled, files }) => (skill && isEnabled ? [{ skill, files }] : []));
    const merged = { parts, all, enabled };
    this.#merged.set(workspaceId, merged);
    return merged;
  }
}

async function loadOwn(store: SkillStore, workspaceId: WorkspaceId): Promise<readonly OwnSkill[]> {
  const [rows, texts] = await Promise.all([store.list(workspaceId), store.texts(workspaceId)]);
  return Promise.all(
    rows.map(async ({ name, files, isEnabled, changedAt }) => {
      const readText = async (path: string) =>
        texts.find((text) => text.name === name && text.path === path)?.content.toString('utf8') ?? '';
      return { stored: await readStoredSkill({ name, files, readText }), isEnabled, changedAt };
    }),
  );
}

function mergeSkills(own: readonly OwnSkill[], ofServer: readonly StoredSkill[]): WorkspaceSkill[] {
  const server = new Map(ofServer.map((stored) => [stored.name, stored]));
  const said = new Map(own.map((one) => [one.stored.name, one]));
  const names = new Set([...server.keys(), ...said.keys()]);
  return [...names].toSorted().flatMap((name): WorkspaceSkill[] => {
    const mine = said.get(name);
    const theirs = server.get(name);
    const isOwn = mine !== undefined && mine.stored.files.length > 0;
    const stored = isOwn ? mine.stored : theirs;
    // What a workspace said about a skill that the server no longer has.
    if (!stored) return [];
    const isEnabled = mine?.isEnabled ?? stored.skill?.isEnabled ?? false;
    const source = isOwn ? 'workspace' : 'server';
    return [
      {
        ...stored,
        source,
        isEnabled,
        replacesServer: isOwn && theirs !== undefined,
        changedAt: isOwn ? mine.changedAt : undefined,
      },
    ];
  });
}

function assertName(name: string): void {
  if (SKILL_NAME.test(name)) return;
  throw new AppError('body-invalid', `'${name}' is no name of a skill: lowercase letters, digits, - and _, at most 64.`);
}

function assertFile({ path, content }: NewSkillFile): void {
  if (skillPath(path) !== path) throw new AppError('body-invalid', `'${path}' is no path of a file in a skill.`);
  if (content.byteLength > SKILL_LIMITS.maxFileBytes)
    throw new AppError('body-invalid', `${path} has more than ${formatCount(SKILL_LIMITS.maxFileBytes)} bytes.`);
}
