import type { WorkspaceId } from '#lib/ports/run-store.ts';
import type { OutsideKind } from '#lib/workflow/outside-names.ts';
import type { ApiDependencies } from './api-dependencies.ts';

/** What documents of a workspace may name, in addition to tools and agents. */
export async function namesOf(
  { modelNames, graphs, knowledge, skills }: Pick<ApiDependencies, 'modelNames' | 'graphs' | 'knowledge' | 'skills'>,
  workspaceId: WorkspaceId,
): Promise<Readonly<Record<OutsideKind, string[]>>> {
  const [bases, ofSkills] = await Promise.all([knowledge.service.bases.names(workspaceId), skills.list(workspaceId)]);
  return { model: [...modelNames()], graph: [...graphs.names], knowledge: bases, skill: ofSkills.map(({ name }) => name) };
}
