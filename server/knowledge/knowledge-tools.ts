import { elapsedTime } from '#lib/async/elapsed-time.ts';
import { StampedCache } from '#lib/async/stamped-cache.ts';
import { knowledgeTool } from '#lib/ports/knowledge-tool.ts';
import type { WorkspaceId } from '#lib/ports/run-store.ts';
import type { Clock } from '#lib/ports/runtime.ts';
import type { SourcedTool, ToolSource } from '#lib/ports/tool-source.ts';
import type { KnowledgeService } from './knowledge-service.ts';

type Tools = Readonly<Record<string, SourcedTool>>;
type Options = { readonly knowledge: KnowledgeService; readonly clock: Pick<Clock, 'now'> };

/** Each knowledge base of a workspace as a tool: `knowledge@handbook`. */
export class KnowledgeTools implements ToolSource {
  readonly #tools: StampedCache<WorkspaceId, Tools>;

  constructor({ knowledge, clock }: Options) {
    const load = async (workspaceId: WorkspaceId): Promise<Tools> => {
      const bases = await knowledge.bases.list(workspaceId);
      const tools = bases.map((base) => knowledgeTool(base, knowledge));
      return Object.fromEntries(tools.map((tool) => [tool.definition.id, tool]));
    };
    this.#tools = new StampedCache({
      look: async (workspaceId) => ({ stamp: await knowledge.bases.stampOf(workspaceId), load: () => load(workspaceId) }),
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
