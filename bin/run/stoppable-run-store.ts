import { DiscardingRunStore } from '#engine/memory/discarding-run-store.ts';
import type { RunCommand, RunStore } from '#lib/ports/run-store.ts';

/** Keeps nothing but the wish to stop, which the engine reads where a server's commands would be. */
export function makeStoppableRunStore(): RunStore & { requestStop(): void } {
  let isStopWanted = false;
  return Object.assign(new DiscardingRunStore(), {
    requestStop: () => {
      isStopWanted = true;
    },
    readCommands: async (runId: string): Promise<RunCommand[]> =>
      isStopWanted ? [{ commandId: 'cmd_stop', runId, kind: 'stop' }] : [],
  });
}
