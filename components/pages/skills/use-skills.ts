'use client';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { apiClient } from '#components/data/api-client.ts';
import type { ContractOutput } from '#lib/api/define-contract.ts';
import type { listSkills } from '#lib/api/skills.contract.ts';

export type SkillsAnswer = ContractOutput<typeof listSkills>;

/** The skills of the workspace and of the server, by name. */
export function useSkills(first: SkillsAnswer) {
  const { data, error, refetch } = useQuery({
    queryKey: ['skills'],
    queryFn: ({ signal }) => apiClient.listSkills({ signal }),
    initialData: first,
  });
  return { items: data.items, error, reload: async () => void (await refetch()) };
}

/** One skill with what its front matter says. */
export function useSkill(name: string) {
  return useQuery({
    queryKey: ['skills', name],
    queryFn: ({ signal }) => apiClient.getSkill({ params: { name } }, { signal }),
  });
}

/** A file of a skill; not read again when the window gets the focus, since an editor shows its text. */
export function useSkillFile(name: string, path: string) {
  return useQuery({
    queryKey: ['skills', name, 'file', path],
    queryFn: ({ signal }) => apiClient.getSkillFile({ params: { name }, query: { path } }, { signal }),
    refetchOnWindowFocus: false,
  });
}

/** Reads the list and everything of a skill again. */
export function useSkillReload(name: string): () => Promise<void> {
  const queries = useQueryClient();
  return async () => {
    await Promise.all([
      queries.invalidateQueries({ queryKey: ['skills'], exact: true }),
      queries.invalidateQueries({ queryKey: ['skills', name] }),
    ]);
  };
}
