import { knowledgeTool } from '#lib/ports/knowledge-tool.ts';
import type { WorkspaceId } from '#lib/ports/run-store.ts';
import type { Clock } from '#lib/ports/runtime.ts';
import type { SourcedTool, ToolSource } from '#lib/ports/tool-source.ts';
import type { KnowledgeService } from './knowledge-service.ts';

type Tools = Readonly<Record<string, SourcedTool>>;
type Known = { readonly stamp: string; readonly tools: Tools; readonly checkedAtMs: number };
type Options = { readonly knowledge: KnowledgeService; readonly clock: Pick<Clock, 'now'> };

/** After which a change of another process is seen, in milliseconds. */
const FRESH_MS = 2000;
const NONE: Tools = {};

/** Each knowledge base of a workspace as a tool: `knowledge@handbook`. */
export class KnowledgeTools implements ToolSource {
  readonly #options: Options;
  readonly #known = new Map<WorkspaceId, Known>();

  constructor(options: Options) {
    this.#options = options;
  }

  async toolsOf(workspaceId: WorkspaceId): Promise<Tools> {
    const known = this.#known.get(workspaceId);
    const now = this.#options.clock.now();
    if (known && now - known.checkedAtMs < FRESH_MS) return known.tools;
    const { bases } = this.#options.knowledge;
    const stamp = await bases.stampOf(workspaceId);
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
    const bases = await this.#options.knowledge.bases.list(workspaceId);
    const tools = bases.map((base) => knowledgeTool(base, this.#options.knowledge));
    return Object.fromEntries(tools.map((tool) => [tool.definition.id, tool]));
  }
}
