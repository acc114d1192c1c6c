import type { WorkspaceId } from '#lib/ports/run-store.ts';
import type { Clock, GuardedFetch } from '#lib/ports/runtime.ts';
import type { SourcedTool, ToolSource } from '#lib/ports/tool-source.ts';
import type { ToolServiceStore } from '../db/stores/tool-service-store.ts';
import { toSourcedTools } from './to-sourced-tools.ts';

type Tools = Readonly<Record<string, SourcedTool>>;
type Known = { readonly stamp: string; readonly tools: Tools; readonly checkedAtMs: number };
type Options = {
  readonly store: Pick<ToolServiceStore, 'list' | 'stampOf'>;
  /** Guarded, and adds credentials where requests leave. */
  readonly fetch: GuardedFetch;
  readonly clock: Pick<Clock, 'now'>;
};

/** After which a change of another process is seen, in milliseconds. */
const FRESH_MS = 2000;
const NONE: Tools = {};

/** The operations of a workspace's HTTP services as tools. */
export class ToolServices implements ToolSource {
  readonly #options: Options;
  readonly #known = new Map<WorkspaceId, Known>();

  constructor(options: Options) {
    this.#options = options;
  }

  async toolsOf(workspaceId: WorkspaceId): Promise<Tools> {
    const known = this.#known.get(workspaceId);
    const now = this.#options.clock.now();
    if (known && now - known.checkedAtMs < FRESH_MS) return known.tools;
    const { store } = this.#options;
    const stamp = await store.stampOf(workspaceId);
    const tools = stamp === known?.stamp ? known.tools : await this.#load(workspaceId, stamp);
    this.#known.set(workspaceId, { stamp, tools, checkedAtMs: now });
    return tools;
  }

  /** Of this process: its next question is answered from the database. */
  invalidate(workspaceId: WorkspaceId): void {
    const known = this.#known.get(workspaceId);
    if (known) this.#known.set(workspaceId, { ...known, checkedAtMs: Number.NEGATIVE_INFINITY });
  }

  async #load(workspaceId: WorkspaceId, stamp: string): Promise<Tools> {
    if (stamp === '') return NONE;
    const services = await this.#options.store.list(workspaceId);
    const tools = services.flatMap((service) => toSourcedTools(service, this.#options.fetch));
    return Object.fromEntries(tools.map((tool) => [tool.definition.id, tool]));
  }
}
