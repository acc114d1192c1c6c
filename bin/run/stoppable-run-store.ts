import { DiscardingRunStore } from '#engine/memory/discarding-run-store.ts';
import type { RunCommand, RunStore, WorkspaceId } from '#lib/ports/run-store.ts';

/**
 * Stores only what a run reads again while it executes: a stop command and large values. Decisions and commands of a
 * waiting run are in `makeLocalRunStore`.
 */
export function makeStoppableRunStore(): RunStore & { requestStop(): void } {
  let isStopRequested = false;
  const payloads = new Map<string, string>();
  return Object.assign(new DiscardingRunStore(), {
    requestStop: () => {
      isStopRequested = true;
    },
    readCommands: async (runId: string): Promise<RunCommand[]> =>
      isStopRequested ? [{ commandId: 'cmd_stop', runId, kind: 'stop' }] : [],
    savePayload: async (workspaceId: WorkspaceId, hash: string, text: string) => {
      payloads.set(`${workspaceId} ${hash}`, text);
    },
    readPayload: async (workspaceId: WorkspaceId, hash: string) => payloads.get(`${workspaceId} ${hash}`),
  });
}
