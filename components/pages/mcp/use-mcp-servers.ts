'use client';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { apiClient } from '#components/data/api-client.ts';
import { useChange } from '#components/data/use-change.ts';
import type { ContractOutput } from '#lib/api/define-contract.ts';
import type { listMcpServers, McpServerResource } from '#lib/api/mcp-servers.contract.ts';

export type McpServersAnswer = ContractOutput<typeof listMcpServers>;
export type McpChanges = {
  readonly isBusy: boolean;
  /** Why the last change failed. */
  readonly problem: string | undefined;
  /** Makes one change at a time; its answer replaces the server in the list. */
  change(call: () => Promise<McpServerResource | undefined>): Promise<void>;
};

/** The MCP servers of the workspace, by name. */
export function useMcpServers(first: McpServersAnswer) {
  const queries = useQueryClient();
  const queryKey = ['mcp-servers'];
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => apiClient.listMcpServers({ signal }),
    initialData: first,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const reload = async () => void (await refetch());
  const { isBusy, problem, run } = useChange();
  /** Puts a server as it is now into the list. */
  const show = (now: McpServerResource) =>
    queries.setQueryData<McpServersAnswer>(queryKey, (known) => ({
      commands: known?.commands ?? [],
      items: [...(known?.items ?? []).filter(({ id }) => id !== now.id), now].sort((a, b) => (a.name < b.name ? -1 : 1)),
    }));
  const changes: McpChanges = {
    isBusy,
    problem,
    change: (call) =>
      run(async () => {
        const changed = await call();
        if (!changed) return reload();
        show(changed);
      }),
  };
  return {
    servers: data.items,
    commands: data.commands,
    /** Why the list was not loaded again. */
    loadError: error,
    reload,
    show,
    changes,
  };
}
