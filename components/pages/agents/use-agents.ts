'use client';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { apiClient } from '#components/data/api-client.ts';
import type { AgentResource } from '#lib/api/agents.contract.ts';

const queryKey = ['agents'];
type Known = { items: AgentResource[] };

/** Built-in agents and those of the workspace by id, each in its newest version. */
export function useAgents(first: readonly AgentResource[]) {
  const queries = useQueryClient();
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => apiClient.listAgents({ signal }),
    initialData: { items: [...first] },
    staleTime: Number.POSITIVE_INFINITY,
  });
  /** Puts an agent as it is now into the list, or takes one out. */
  const change = (agentId: string, now: AgentResource | undefined) =>
    queries.setQueryData<Known>(queryKey, (known) => {
      const others = (known?.items ?? []).filter(({ id }) => id !== agentId);
      return { items: now ? [...others, now].sort(byKindAndId) : others };
    });
  return { agents: data.items, error, reload: async () => void (await refetch()), change };
}

function byKindAndId(a: AgentResource, b: AgentResource): number {
  if (a.isBuiltIn !== b.isBuiltIn) return a.isBuiltIn ? -1 : 1;
  // The server has the order of the built-in ones.
  return a.isBuiltIn || a.id === b.id ? 0 : a.id < b.id ? -1 : 1;
}
