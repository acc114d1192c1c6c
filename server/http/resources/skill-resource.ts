import type { SkillDetailResource, SkillResource } from '#lib/api/skills.contract.ts';
import { AppError } from '#lib/errors/app-error.ts';
import type { Language } from '#lib/i18n/language.ts';
import { wordError } from '#lib/i18n/word-error.ts';
import type { WorkspaceId } from '#lib/ports/run-store.ts';
import { lintSkill, roughTokens } from '#lib/skills/lint-skill.ts';
import { skillText } from '#lib/skills/skill.ts';
import type { SkillService, WorkspaceSkill } from '../../skills/skill-service.ts';

export type ShownIn = {
  readonly language: Language;
  /** Tools that skills may name. */
  readonly toolIds: ReadonlySet<string>;
};

export function toSkillResource(stored: WorkspaceSkill, { language, toolIds }: ShownIn): SkillResource {
  const { name, skill, files, source, replacesServer, isEnabled, changedAt } = stored;
  const text = skill && skillText(skill, language);
  const advice = skill ? lintSkill(skill, { paths: files.map(({ path }) => path), toolIds }) : [];
  return {
    name,
    title: text?.displayName ?? name,
    description: text?.description ?? '',
    version: skill?.version ?? '',
    author: skill?.author ?? null,
    tags: [...(skill?.tags ?? [])],
    format: skill?.format ?? 'threadloom',
    source,
    replacesServer,
    isEnabled,
    isUsable: skill !== undefined,
    problems: [...stored.problems, ...advice].map(({ severity, code, message, at }) => ({
      severity,
      code,
      message: wordError(message, language),
      at: at ?? null,
    })),
    files: files.map(({ path, sizeBytes }) => ({ path, sizeBytes })),
    changedAt: changedAt?.toISOString() ?? null,
  };
}

/** @throws {AppError} `not-found` */
export async function readSkillDetail(
  service: SkillService,
  { workspaceId, name, shown }: { readonly workspaceId: WorkspaceId; readonly name: string; readonly shown: ShownIn },
): Promise<SkillDetailResource> {
  const stored = await requireSkill(service, workspaceId, name);
  const { skill } = stored;
  const text = skill && skillText(skill, shown.language);
  return {
    ...toSkillResource(stored, shown),
    allowedTools: skill?.allowedTools ? [...skill.allowedTools] : null,
    maxIterations: skill?.maxIterations ?? null,
    timeoutSeconds: skill?.timeoutSeconds ?? null,
    triggers: [...(text?.triggers ?? [])],
    bodyTokens: roughTokens(text?.body ?? ''),
    metadataTokens: text ? roughTokens(`- ${name}: ${text.description}`) : 0,
  };
}

/** @throws {AppError} `not-found` */
export async function requireSkill(service: SkillService, workspaceId: WorkspaceId, name: string): Promise<WorkspaceSkill> {
  const stored = await service.find(workspaceId, name);
  if (stored) return stored;
  throw new AppError('not-found', `There is no skill '${name}'.`);
}
