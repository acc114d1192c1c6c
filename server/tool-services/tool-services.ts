import { elapsedTime } from '#lib/async/elapsed-time.ts';
import { StampedCache } from '#lib/async/stamped-cache.ts';
import type { WorkspaceId } from '#lib/ports/run-store.ts';
import type { Clock, GuardedFetch } from '#lib/ports/runtime.ts';
import type { SourcedTool, ToolSource } from '#lib/ports/tool-source.ts';
import type { ToolServiceStore } from '../db/stores/tool-service-store.ts';
import { toSourcedTools } from './to-sourced-tools.ts';

type Tools = Readonly<Record<string, SourcedTool>>;
type Options = {
  readonly store: Pick<ToolServiceStore, 'list' | 'stampOf'>;
  /** Guarded, and adds credentials where requests leave. */
  readonly fetch: GuardedFetch;
  readonly clock: Pick<Clock, 'now'>;
};

/** The operations of a workspace's HTTP services as tools. */
export class ToolServices implements ToolSource {
  readonly #tools: StampedCache<WorkspaceId, Tools>;

  constructor({ store, fetch, clock }: Options) {
    const load = async (workspaceId: WorkspaceId): Promise<Tools> => {
      const services = await store.list(workspaceId);
      const tools = services.flatMap((service) => toSourcedTools(service, fetch));
      return Object.fromEntries(tools.map((tool) => [tool.definition.id, tool]));
    };
    this.#tools = new StampedCache({
      look: async (workspaceId) => ({ stamp: await store.stampOf(workspaceId), load: () => load(workspaceId) }),
      now: elapsedTime(clock),
    });
  }

  toolsOf(workspaceId: WorkspaceId): Promise<Tools> {
    return this.#tools.get(workspaceId);
  }

  /** Of this process: its next question is answered from the database. */
  invalidate(workspaceId: WorkspaceId): void {
    this.#tools.invalidate(workspaceId);
  }
}
