import type pg from 'pg';
import { AppError } from '#lib/errors/app-error.ts';
import type { WorkspaceId } from '#lib/ports/run-store.ts';
import { SKILL_LIMITS } from '#lib/skills/skill.ts';
import { formatCount } from '#lib/text/format-count.ts';
import { sql } from '../database/sql.ts';
import { type Client, transact } from '../database/transact.ts';

/** What a workspace says about a skill, or its own skill of that name. */
export type SkillRow = {
  readonly name: string;
  /** Null: as its front matter says. */
  readonly isEnabled: boolean | null;
  readonly files: readonly { readonly path: string; readonly sizeBytes: number }[];
  readonly createdAt: Date;
  readonly changedAt: Date;
};
export type NewSkillFile = { readonly path: string; readonly content: Uint8Array };

const MAX_SKILLS = 1000;

/** Skills of workspaces. Their files are small, so they are rows. */
export class SkillStore {
  readonly #pool: pg.Pool;

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  /** Another text after every change of a skill of the workspace. */
  async stampOf(workspaceId: WorkspaceId): Promise<string> {
    const { rows } = await this.#pool.query<{ stamp: string }>(
      sql`SELECT coalesce(string_agg(name || ' ' || revision || ' ' || changed_at || coalesce(is_enabled::text, ''), ',' ORDER BY name), '') AS stamp
        FROM skills WHERE workspace_id = ${workspaceId}`.named('skill-stamp'),
    );
    return rows[0]?.stamp ?? '';
  }

  async list(workspaceId: WorkspaceId): Promise<SkillRow[]> {
    const { rows } = await this.#pool.query<SkillRow>(sql`SELECT s.name, s.is_enabled AS "isEnabled", s.created_at AS "createdAt",
        s.changed_at AS "changedAt",
        coalesce(json_agg(json_build_object('path', f.path, 'sizeBytes', octet_length(f.content)) ORDER BY f.path)
          FILTER (WHERE f.path IS NOT NULL), '[]') AS files
      FROM skills s LEFT JOIN skill_files f ON f.workspace_id = s.workspace_id AND f.skill_name = s.name
      WHERE s.workspace_id = ${workspaceId} GROUP BY s.workspace_id, s.name ORDER BY s.name`);
    return rows;
  }

  /** `SKILL.md` and its translations of all skills of the workspace. */
  async texts(workspaceId: WorkspaceId): Promise<{ readonly name: string; readonly path: string; readonly content: Buffer }[]> {
    const { rows } = await this.#pool.query<{ name: string; path: string; content: Buffer }>(
      sql`SELECT skill_name AS name, path, content FROM skill_files
        WHERE workspace_id = ${workspaceId} AND path LIKE 'SKILL.%'`,
    );
    return rows;
  }

  async read(workspaceId: WorkspaceId, name: string, path: string): Promise<Buffer | undefined> {
    const { rows } = await this.#pool.query<{ content: Buffer }>(
      sql`SELECT content FROM skill_files
        WHERE workspace_id = ${workspaceId} AND skill_name = ${name} AND path = ${path}`.named('skill-file'),
    );
    return rows[0]?.content;
  }

  /** Replaces all files of a skill, or makes it. @throws {AppError} `body-invalid` above a limit */
  async replace(workspaceId: WorkspaceId, name: string, files: readonly NewSkillFile[]): Promise<void> {
    await this.#change(workspaceId, name, async (client) => {
      await client.query(sql`DELETE FROM skill_files WHERE workspace_id = ${workspaceId} AND skill_name = ${name}`);
      for (const file of files) await putFile(client, { workspaceId, name, file });
    });
  }

  /** Writes one file of a skill. @throws {AppError} `body-invalid` above a limit */
  async write(workspaceId: WorkspaceId, name: string, file: NewSkillFile): Promise<void> {
    await this.#change(workspaceId, name, (client) => putFile(client, { workspaceId, name, file }));
  }

  /** @returns false without such a file */
  async removeFile(workspaceId: WorkspaceId, name: string, path: string): Promise<boolean> {
    let isRemoved = false;
    await this.#change(workspaceId, name, async (client) => {
      const { rowCount } = await client.query(
        sql`DELETE FROM skill_files WHERE workspace_id = ${workspaceId} AND skill_name = ${name} AND path = ${path}`,
      );
      isRemoved = rowCount === 1;
    });
    return isRemoved;
  }

  async setEnabled(workspaceId: WorkspaceId, name: string, isEnabled: boolean): Promise<void> {
    await this.#pool.query(sql`INSERT INTO skills (workspace_id, name, is_enabled) VALUES (${workspaceId}, ${name}, ${isEnabled})
      ON CONFLICT (workspace_id, name) DO UPDATE SET is_enabled = ${isEnabled}, changed_at = CURRENT_TIMESTAMP`);
  }

  /** With its files, and what the workspace said about it. @returns false without such a skill */
  async remove(workspaceId: WorkspaceId, name: string): Promise<boolean> {
    const { rowCount } = await this.#pool.query(sql`DELETE FROM skills WHERE workspace_id = ${workspaceId} AND name = ${name}`);
    return rowCount === 1;
  }

  /** In one transaction, with the row of the skill locked and its limits checked at the end. */
  async #change(workspaceId: WorkspaceId, name: string, work: (client: Client) => Promise<void>): Promise<void> {
    await transact(this.#pool, async (client) => {
      await client.query(sql`INSERT INTO skills (workspace_id, name) VALUES (${workspaceId}, ${name})
        ON CONFLICT (workspace_id, name) DO UPDATE SET revision = skills.revision + 1, changed_at = CURRENT_TIMESTAMP`);
      await work(client);
      await assertWithinLimits(client, workspaceId, name);
    });
  }
}

type PutFile = { readonly workspaceId: WorkspaceId; readonly name: string; readonly file: NewSkillFile };

async function putFile(client: Client, { workspaceId, name, file }: PutFile): Promise<void> {
  const content = Buffer.from(file.content);
  await client.query(sql`INSERT INTO skill_files (workspace_id, skill_name, path, content)
    VALUES (${workspaceId}, ${name}, ${file.path}, ${content})
    ON CONFLICT (workspace_id, skill_name, path) DO UPDATE SET content = excluded.content`);
}

async function assertWithinLimits(client: Client, workspaceId: WorkspaceId, name: string): Promise<void> {
  const { maxFiles, maxBytes } = SKILL_LIMITS;
  const { rows } = await client.query<{ files: number; bytes: number; skills: number }>(sql`SELECT count(*)::int AS files,
      coalesce(sum(octet_length(content)), 0)::float8 AS bytes,
      (SELECT count(*)::int FROM skills WHERE workspace_id = ${workspaceId}) AS skills
    FROM skill_files WHERE workspace_id = ${workspaceId} AND skill_name = ${name}`);
  const { files = 0, bytes = 0, skills = 0 } = rows[0] ?? {};
  if (files > maxFiles) throw new AppError('body-invalid', `A skill has at most ${maxFiles} files.`);
  if (bytes > maxBytes)
    throw new AppError('body-invalid', `The files of a skill have at most ${formatCount(maxBytes)} bytes together.`);
  if (skills > MAX_SKILLS) throw new AppError('body-invalid', `A workspace has at most ${MAX_SKILLS} skills of its own.`);
}
