import type { NodeId } from '#lib/workflow/workflow.ts';

type Listener = () => void;

/**
 * The nodes with interactive ports: those under the pointer, and all while an edge is drawn. Other nodes only draw
 * their ports, because each React Flow port listens to every change of the canvas. Listeners are notified per node.
 */
export class NearNodes {
  readonly #listeners = new Map<NodeId, Set<Listener>>();
  #near: ReadonlySet<NodeId> = new Set();
  #isAll = false;

  readonly has = (nodeId: NodeId): boolean => this.#isAll || this.#near.has(nodeId);

  readonly subscribe = (nodeId: NodeId, listener: Listener): (() => void) => {
    const listeners = this.#listeners.get(nodeId) ?? new Set();
    this.#listeners.set(nodeId, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0 && this.#listeners.get(nodeId) === listeners) this.#listeners.delete(nodeId);
    };
  };

  setNear(nodeIds: ReadonlySet<NodeId>): void {
    const before = this.#near;
    this.#near = nodeIds;
    for (const nodeId of before.symmetricDifference(nodeIds)) this.#notify(nodeId);
  }

  setAll(isAll: boolean): void {
    if (isAll === this.#isAll) return;
    this.#isAll = isAll;
    for (const nodeId of this.#listeners.keys()) this.#notify(nodeId);
  }

  #notify(nodeId: NodeId): void {
    for (const listener of this.#listeners.get(nodeId) ?? []) listener();
  }
}
