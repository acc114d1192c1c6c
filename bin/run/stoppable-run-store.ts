import { DiscardingRunStore } from '#engine/memory/discarding-run-store.ts';
import type { RunCommand, RunStore, WorkspaceId } from '#lib/ports/run-store.ts';

/**
 * Keeps of a run what it reads again while it lives: the wish to stop, which the engine looks for
 * where a server's commands would be, and large values. Decisions and commands of a waiting run are
 * in `makeLocalRunStore`.
 */
export function makeStoppableRunStore(): RunStore & { requestStop(): void } {
  let isStopWanted = false;
  const payloads = new Map<string, string>();
  return Object.assign(new DiscardingRunStore(), {
    requestStop: () => {
      isStopWanted = true;
    },
    readCommands: async (runId: string): Promise<RunCommand[]> =>
      isStopWanted ? [{ commandId: 'cmd_stop', runId, kind: 'stop' }] : [],
    savePayload: async (workspaceId: WorkspaceId, hash: string, text: string) => {
      payloads.set(`${workspaceId} ${hash}`, text);
    },
    readPayload: async (workspaceId: WorkspaceId, hash: string) => payloads.get(`${workspaceId} ${hash}`),
  });
}
