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
  const { data, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => apiClient.listMcpServers({ signal }),
    initialData: first,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const reload = async () => void (await refetch({ throwOnError: true }));
  const { isBusy, problem, run } = useChange();
  const changes: McpChanges = {
    isBusy,
    problem,
    change: (call) =>
      run(async () => {
        const changed = await call();
        if (!changed) return reload();
        queries.setQueryData<McpServersAnswer>(queryKey, (known) => ({
          commands: known?.commands ?? [],
          items: (known?.items ?? []).map((one) => (one.id === changed.id ? changed : one)),
        }));
      }),
  };
  return { servers: data.items, commands: data.commands, reload, changes };
}
