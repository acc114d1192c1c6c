import type { Step } from '#engine/plan/fuse-steps.ts';
import type { PlannedNode } from '#engine/plan/plan-node.ts';
import type { RunScope } from '../scopes/run-scope.ts';
import { hasEndedRace, type Outcome, wins } from '../state/node-result.ts';
import { runNode } from './run-node.ts';

/**
 * Runs the nodes of one step by a ready queue: a node starts when its last source has ended,
 * whatever its siblings do. Synchronous executors run in a row without a turn of the event loop. A
 * suspended node and its dependents are passed over; a later call resumes them.
 */
export function runStep(step: Step, run: RunScope): Promise<void> | undefined {
  return new ReadyQueue(step, run).drain();
}

class ReadyQueue {
  readonly #run: RunScope;
  readonly #inside: ReadonlyMap<string, PlannedNode>;
  /** Count of edges from nodes of this step that have not ended, by target. */
  readonly #open = new Map<string, number>();
  readonly #ready: PlannedNode[] = [];
  /** Nodes of a race that were passed over. */
  readonly #suspended = new Set<PlannedNode>();
  #running = 0;
  #done: { resolve: () => void; reject: (error: unknown) => void } | undefined;

  constructor(step: Step, run: RunScope) {
    this.#run = run;
    this.#inside = new Map(step.nodes.map((node) => [node.id, node]));
    for (const node of step.nodes) {
      const open = node.incoming.filter((edge) => this.#inside.has(edge.source)).length;
      if (open === 0) this.#ready.push(node);
      else this.#open.set(node.id, open);
    }
  }

  drain(): Promise<void> | undefined {
    this.#pump();
    if (this.#running === 0) return undefined;
    return new Promise((resolve, reject) => {
      this.#done = { resolve, reject };
    });
  }

  #pump(): void {
    for (let node = this.#ready.shift(); node; node = this.#ready.shift()) {
      const current = node;
      const result = runNode(current, this.#run);
      if (result instanceof Promise) this.#await(current, result);
      else this.#release(current, result);
    }
  }

  #await(node: PlannedNode, result: Promise<Outcome>): void {
    this.#running++;
    result
      .then((outcome) => {
        this.#running--;
        this.#release(node, outcome);
        this.#pump();
        if (this.#running === 0) this.#done?.resolve();
      })
      .catch((error: unknown) => this.#done?.reject(error));
  }

  /** The node ended or was passed over: its dependents may be ready. */
  #release(node: PlannedNode, outcome: Outcome): void {
    if (!outcome && node.races.length > 0) this.#suspended.add(node);
    if (outcome && hasEndedRace(node, outcome)) this.#endSuspended(node);
    for (const edge of node.outgoing) {
      const open = this.#open.get(edge.target);
      const target = this.#inside.get(edge.target);
      if (open === undefined || !target) continue;
      if (open === 1 || (target.join !== 'all' && wins(edge, target, this.#run.results.ended))) {
        this.#open.delete(edge.target);
        this.#ready.push(target);
      } else this.#open.set(edge.target, open - 1);
    }
  }

  /**
   * Suspended nodes that lost the race end, with their dependents; all of them lead to the join,
   * which has run.
   */
  #endSuspended(join: PlannedNode): void {
    for (const node of this.#suspended) {
      if (!node.races.includes(join.id)) continue;
      this.#suspended.delete(node);
      runNode(node, this.#run);
    }
  }
}
