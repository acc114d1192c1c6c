import { setImmediate as nextTurn } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { NodeFailure } from '#lib/errors/node-failure.ts';
import type { NodeRegistry } from '#lib/node-kit/define-node.ts';
import type { WorkspaceId } from '#lib/ports/run-store.ts';
import type { Clock } from '#lib/ports/runtime.ts';
import type { SourcedTool, ToolSource } from '#lib/ports/tool-source.ts';
import { readWorkflow } from '#lib/workflow/read-workflow.ts';
import type { EndpointStore } from '../db/stores/endpoint-store.ts';
import type { PublishedVersion, PublishedWorkflowStore } from '../db/stores/published-workflow-store.ts';

type Tools = Readonly<Record<string, SourcedTool>>;
type Known = { readonly stamp: string; readonly tools: Tools; readonly checkedAtMs: number };
type Options = {
  readonly published: Pick<PublishedWorkflowStore, 'list'>;
  readonly documents: Pick<EndpointStore, 'readDocument'>;
  readonly nodes: NodeRegistry;
  readonly clock: Pick<Clock, 'now'>;
};

/** After which a change of another process is seen, in milliseconds. */
const FRESH_MS = 2000;
const MAX_KEPT = 500;
const NONE: Tools = {};

/** The published workflows of a workspace as tools. A run has its own copy of those that it names. */
export class WorkflowTools implements ToolSource {
  readonly #options: Options;
  readonly #known = new Map<WorkspaceId, Known>();
  /** By address and content, so that a deployment changes one of them. */
  readonly #tools = new LRUCache<string, SourcedTool>({ max: MAX_KEPT });

  constructor(options: Options) {
    this.#options = options;
  }

  async toolsOf(workspaceId: WorkspaceId): Promise<Tools> {
    const known = this.#known.get(workspaceId);
    const now = this.#options.clock.now();
    if (known && now - known.checkedAtMs < FRESH_MS) return known.tools;
    const versions = await this.#options.published.list(workspaceId);
    const stamp = versions.map(({ slug, documentHash }) => `${slug} ${documentHash}`).join(',');
    const tools = stamp === known?.stamp ? known.tools : await this.#load(versions);
    this.#known.set(workspaceId, { stamp, tools, checkedAtMs: now });
    return tools;
  }

  /** Of this process: its next question is answered from the database. */
  invalidate(workspaceId: WorkspaceId): void {
    const known = this.#known.get(workspaceId);
    if (known) this.#known.set(workspaceId, { ...known, checkedAtMs: Number.NEGATIVE_INFINITY });
  }

  async #load(versions: readonly PublishedVersion[]): Promise<Tools> {
    if (versions.length === 0) return NONE;
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
