import { DiscardingRunStore } from '#engine/memory/discarding-run-store.ts';
import type { RunCommand } from '#lib/ports/run-store.ts';

/** Keeps nothing but the wish to stop, which the engine reads where it would find the commands of a server. */
export class StoppableRunStore extends DiscardingRunStore {
  #isStopWanted = false;

  requestStop(): void {
    this.#isStopWanted = true;
  }

  override async readCommands(runId?: string): Promise<RunCommand[] & []> {
    const commands: RunCommand[] =
      this.#isStopWanted && runId !== undefined ? [{ commandId: 'cmd_stop', runId, kind: 'stop' }] : [];
    return commands as RunCommand[] & [];
  }
}
