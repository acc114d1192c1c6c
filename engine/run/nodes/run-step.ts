import type { Step } from '#engine/plan/fuse-steps.ts';
import type { PlannedNode } from '#engine/plan/plan-node.ts';
import type { RunScope } from '../scopes/run-context.ts';
import { type Outcome, wins } from '../state/node-result.ts';
import { runNode } from './run-node.ts';

/**
 * Runs the nodes of one step by a ready queue: a node starts when its last source is decided, whatever its siblings do. Nodes that answer at
 * once run in a row without a turn of the loop. The results lie in `run.results`. A node that waits for a person, and all that depends on it, is passed
 * over; another pass comes when there is a decision.
 */
export function runStep(step: Step, run: RunScope): Promise<void> | undefined {
  return new ReadyQueue(step, run).drain();
}

class ReadyQueue {
  readonly #run: RunScope;
  readonly #inside: ReadonlyMap<string, PlannedNode>;
  /** Edges from nodes of this step that are not decided yet, by target. */
  readonly #undecided = new Map<string, number>();
  readonly #ready: PlannedNode[] = [];
  /** What was passed over in a race. */
  readonly #held = new Set<PlannedNode>();
  #running = 0;
  #done: { resolve: () => void; reject: (error: unknown) => void } | undefined;

  constructor(step: Step, run: RunScope) {
    this.#run = run;
    this.#inside = new Map(step.nodes.map((node) => [node.id, node]));
    for (const node of step.nodes) {
      const open = node.incoming.filter((edge) => this.#inside.has(edge.source)).length;
      if (open === 0) this.#ready.push(node);
      else this.#undecided.set(node.id, open);
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
      else this.#pass(current, result);
    }
  }

  #await(node: PlannedNode, result: Promise<Outcome>): void {
    this.#running++;
    result
      .then((outcome) => {
        this.#running--;
        this.#pass(node, outcome);
        this.#pump();
        if (this.#running === 0) this.#done?.resolve();
      })
      .catch((error: unknown) => this.#done?.reject(error));
  }

  /** Decided or passed over: what depends on it gets its turn. */
  #pass(node: PlannedNode, outcome: Outcome): void {
    if (!outcome && node.races.length > 0) this.#held.add(node);
    if (outcome && node.join === 'first') this.#endHeld(node);
    for (const edge of node.outgoing) {
      const open = this.#undecided.get(edge.target);
      const target = this.#inside.get(edge.target);
      if (open === undefined || !target) continue;
      if (open === 1 || (target.join !== 'all' && wins(edge, target, this.#run.results))) {
        this.#undecided.delete(edge.target);
        this.#ready.push(target);
      } else this.#undecided.set(edge.target, open - 1);
    }
  }

  /** What waited for a person and lost ends now, and so does what depends on it; all of that leads to the join, which has had its turn. */
  #endHeld(join: PlannedNode): void {
    for (const node of this.#held) {
      if (!node.races.includes(join.id)) continue;
      this.#held.delete(node);
      runNode(node, this.#run);
    }
  }
}
