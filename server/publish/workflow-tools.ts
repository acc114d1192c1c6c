import { setImmediate as nextTurn } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { elapsedTime } from '#lib/async/elapsed-time.ts';
import { StampedCache } from '#lib/async/stamped-cache.ts';
import { NodeFailure } from '#lib/errors/node-failure.ts';
import type { NodeRegistry } from '#lib/node-kit/define-node.ts';
import type { WorkspaceId } from '#lib/ports/run-store.ts';
import type { Clock } from '#lib/ports/runtime.ts';
import type { SourcedTool, ToolSource } from '#lib/ports/tool-source.ts';
import { readWorkflow } from '#lib/workflow/read-workflow.ts';
import type { EndpointStore } from '../db/stores/endpoint-store.ts';
import type { PublishedVersion, PublishedWorkflowStore } from '../db/stores/published-workflow-store.ts';

type Tools = Readonly<Record<string, SourcedTool>>;
type Options = {
  readonly published: Pick<PublishedWorkflowStore, 'list'>;
  readonly documents: Pick<EndpointStore, 'readDocument'>;
  readonly nodes: NodeRegistry;
  readonly clock: Pick<Clock, 'now'>;
};

const MAX_KEPT = 500;

/** The published workflows of a workspace as tools. A run has its own copy of those that it names. */
export class WorkflowTools implements ToolSource {
  readonly #options: Options;
  readonly #ofWorkspaces: StampedCache<WorkspaceId, Tools>;
  /** By address and content, so that a deployment changes one of them. */
  readonly #tools = new LRUCache<string, SourcedTool>({ max: MAX_KEPT });

  constructor(options: Options) {
    this.#options = options;
    this.#ofWorkspaces = new StampedCache({
      look: async (workspaceId) => {
        const versions = await options.published.list(workspaceId);
        const stamp = versions.map(({ slug, documentHash }) => `${slug} ${documentHash}`).join(',');
        return { stamp, load: () => this.#load(versions) };
      },
      now: elapsedTime(options.clock),
    });
  }

  toolsOf(workspaceId: WorkspaceId): Promise<Tools> {
    return this.#ofWorkspaces.get(workspaceId);
  }

  /** Of this process: its next question is answered from the database. */
  invalidate(workspaceId: WorkspaceId): void {
    this.#ofWorkspaces.invalidate(workspaceId);
  }

  async #load(versions: readonly PublishedVersion[]): Promise<Tools> {
    const tools: Record<string, SourcedTool> = {};
    for (const version of versions) {
      const tool = await this.#toolOf(version);
      if (tool) tools[tool.definition.id] = tool;
    }
    return tools;
  }

  /** Undefined for a version that this build cannot read. */
  async #toolOf({ slug, documentHash }: PublishedVersion): Promise<SourcedTool | undefined> {
    const key = `${slug} ${documentHash}`;
    const known = this.#tools.get(key);
    if (known) return known;
    const { documents, nodes } = this.#options;
    const { workflowTool } = await import('#lib/workflow/tools/workflow-tool.ts');
    const { workflow } = readWorkflow(JSON.parse(await documents.readDocument(documentHash)), nodes);
    // A large document is read in a turn of the event loop of its own.
    await nextTurn();
    if (!workflow) return undefined;
    const tool: SourcedTool = {
      definition: workflowTool(slug, workflow, nodes),
      call: () =>
        Promise.reject(
          new NodeFailure('tool-failed', `The run does not contain the workflow ${slug}`, {
            hint: 'It was started before the workflow was published. Start it again',
          }),
        ),
    };
    this.#tools.set(key, tool);
    return tool;
  }
}
