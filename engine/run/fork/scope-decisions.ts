import type { NodeReason } from '#lib/run/run-plan.ts';
import type { WorkflowEdge } from '#lib/workflow/workflow.ts';

/** Whether a fork runs a node or reuses its result. `spreads`: all nodes that depend on it run again. */
export type NodeDecision = {
  readonly action: 'runs' | 'reused' | 'given' | 'skipped';
  readonly because: NodeReason;
  readonly by?: string;
  readonly spreads: boolean;
};

export const REUSED: NodeDecision = { action: 'reused', because: 'unchanged', spreads: false };
/** Requested by the fork: what the node depends on does not count. */
export const KEPT: NodeDecision = { action: 'reused', because: 'effect_reused', spreads: false };

/** The decisions for the nodes of one scope, by id. */
export class ScopeDecisions {
  readonly #decisions = new Map<string, NodeDecision>();
  readonly #targets: ReadonlyMap<string, readonly string[]>;

  constructor(edges: readonly WorkflowEdge[]) {
    this.#targets = new Map(
      [...Map.groupBy(edges, ({ source }) => source)].map(([id, from]) => [id, from.map(({ target }) => target)]),
    );
  }

  get(id: string): NodeDecision {
    return this.#decisions.get(id) ?? REUSED;
  }

  get all(): ReadonlyMap<string, NodeDecision> {
    return this.#decisions;
  }

  /** Whether a change was requested. A node that only had not ended does not count. */
  get hasChanges(): boolean {
    return [...this.#decisions.values()].some(({ spreads }) => spreads);
  }

  /** Sets the decision for a node. With `spreads`, its dependents run again, too. */
  set(id: string, decision: NodeDecision): void {
    this.#decisions.set(id, decision);
    if (decision.spreads) this.#spread(id);
  }

  #spread(from: string): void {
    const open = [from];
    for (let id = open.pop(); id !== undefined; id = open.pop())
      for (const target of this.#targets.get(id) ?? []) {
        const known = this.#decisions.get(target);
        if (known === KEPT) continue;
        // Keeps given values. A node that runs again as a whole has marked its dependents already.
        if (known?.spreads && known.because !== 'contains') continue;
        this.#decisions.set(target, { action: 'runs', because: 'depends', by: from, spreads: true });
        open.push(target);
      }
  }
}
