import { LRUCache } from 'lru-cache';
import { AppError } from '#lib/errors/app-error.ts';
import type { NodeRegistry } from '#lib/node-kit/define-node.ts';
import { readWorkflow } from '#lib/workflow/read-workflow.ts';
import type { Workflow } from '#lib/workflow/workflow.ts';
import type { EndpointStore } from '../db/stores/endpoint-store.ts';

/** Versions in use at once; a workflow of a hundred nodes is some 200 KB. */
const MAX_KEPT = 200;

/**
 * Cache of published workflows. The engine recognizes a prepared workflow by object identity, and
 * then neither stores nor hashes it again. Keyed by content, so entries never become stale.
 */
export class FrozenWorkflows {
  readonly #store: Pick<EndpointStore, 'readDocument'>;
  readonly #nodes: NodeRegistry;
  readonly #kept = new LRUCache<string, Promise<Workflow>>({ max: MAX_KEPT });

  constructor({ store, nodes }: { store: Pick<EndpointStore, 'readDocument'>; nodes: NodeRegistry }) {
    this.#store = store;
    this.#nodes = nodes;
  }

  /** @throws {AppError} `workflow-invalid` when another build froze a document that this one cannot read */
  async get(documentHash: string): Promise<Workflow> {
    const workflow = this.#kept.get(documentHash) ?? this.#read(documentHash);
    this.#kept.set(documentHash, workflow);
    try {
      return await workflow;
    } catch (error) {
      if (this.#kept.get(documentHash) === workflow) this.#kept.delete(documentHash);
      throw error;
    }
  }

  async #read(documentHash: string): Promise<Workflow> {
    const { workflow, problems } = readWorkflow(JSON.parse(await this.#store.readDocument(documentHash)), this.#nodes);
    if (workflow) return workflow;
    throw new AppError('workflow-invalid', 'This version was published by another build and cannot be read by this one.', {
      details: { problems },
    });
  }
}
