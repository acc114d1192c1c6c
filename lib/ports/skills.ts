import type { Skill } from '../skills/skill.ts';
import type { SkillCandidate } from '../skills/skill-index.ts';
import type { MeteredRequest } from './model-meter.ts';
import type { WorkspaceId } from './run-store.ts';

export type SkillFile = { readonly path: string; readonly sizeBytes: number };

/** A skill that can be used, with the files of its folder. */
export type UsableSkill = {
  readonly skill: Skill;
  /** By path, `SKILL.md` included. */
  readonly files: readonly SkillFile[];
};

export type SkillQuery = {
  /** What a user wrote. */
  readonly message: string;
  /** Names of the skills that may be meant. @defaultValue every enabled one */
  readonly names?: readonly string[] | undefined;
};

/** `embedding`: the meaning of the texts was compared too. */
export type SkillMatches = { readonly by: 'lexical' | 'embedding'; readonly candidates: readonly SkillCandidate[] };

/**
 * The skills of workspaces: those of the server's folders and their own.
 * @throws {NodeFailure} `skill-not-found`, `skill-file-not-found`
 */
export interface Skills {
  /** Enabled ones by name, as their files are now. The same array as long as nothing has changed. */
  enabled(workspaceId: WorkspaceId): Promise<readonly UsableSkill[]>;
  /** Skills that could be meant, the best first. */
  match(workspaceId: WorkspaceId, query: SkillQuery, request: MeteredRequest): Promise<SkillMatches>;
  /** @param path of a file of an enabled skill */
  readFile(workspaceId: WorkspaceId, name: string, path: string): Promise<Uint8Array>;
}
