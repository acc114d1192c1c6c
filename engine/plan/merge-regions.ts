import type { Step } from './fuse-steps.ts';

/**
 * Steps that LangGraph may start in one superstep. Its overhead grows with their square: 15 ms of
 * event loop with 50, 2 s with 2,000.
 */
const MAX_FAN = 50;

/**
 * Merges the steps between a fork and its join into one where a branch has several steps, since
 * LangGraph's barrier would delay a fast branch, and where a fan is very wide. With a join that
 * continues with one branch, everything after the first fork becomes one step. `steps` come sources
 * first; so does the result.
 */
export function mergeRegions(steps: readonly Step[]): Step[] {
  const graph = new StepGraph(steps);
  const merged = new Set<number>();
  const result: Step[] = [];
  const isRacing = steps.some((step) => step.nodes.some(({ join }) => join !== 'all'));
  const mergeAfter = (fork: number) => {
    const members = graph.between(fork, { isToTheEnd: isRacing });
    if (!isRacing && members.size <= MAX_FAN && !graph.hasInnerEdge(members)) return;
    const sorted = [...members].sort((a, b) => a - b);
    for (const index of sorted) merged.add(index);
    result.push({
      id: graph.steps[sorted[0] as number]?.id as string,
      nodes: sorted.flatMap((index) => graph.steps[index]?.nodes ?? []),
    });
  };
  if (graph.targetsOf(ROOT).length > 1) mergeAfter(ROOT);
  for (const [index, step] of steps.entries()) {
    if (merged.has(index)) continue;
    result.push(step);
    if (graph.targetsOf(index).length > 1) mergeAfter(index);
  }
  return result;
}

/** The virtual step before all steps that have no source. */
const ROOT = -1;

class StepGraph {
  readonly steps: readonly Step[];
  readonly #targets: number[][];
  readonly #roots: number[] = [];
  /** Index of the nearest step that every path from this one leads through; the exit is `steps.length`. */
  readonly #join: number[];

  constructor(steps: readonly Step[]) {
    this.steps = steps;
    const indexOf = new Map(steps.flatMap((step, index) => step.nodes.map((node) => [node.id, index] as const)));
    this.#targets = steps.map((step, index) => {
      const targets = step.nodes.flatMap((node) => node.outgoing.map((edge) => indexOf.get(edge.target) as number));
      return [...new Set(targets)].filter((target) => target !== index);
    });
    const hasSource = new Set(this.#targets.flat());
    for (const index of steps.keys()) if (!hasSource.has(index)) this.#roots.push(index);
    this.#join = new Array<number>(steps.length).fill(steps.length);
    for (let index = steps.length - 1; index >= 0; index--) this.#join[index] = this.#commonJoin(this.targetsOf(index));
  }

  targetsOf(index: number): readonly number[] {
    return index === ROOT ? this.#roots : (this.#targets[index] ?? []);
  }

  /** Every step on a path from the fork to the step where all its branches have met again, both left out. */
  between(fork: number, { isToTheEnd = false }: { isToTheEnd?: boolean } = {}): Set<number> {
    const join = fork === ROOT ? this.#commonJoin(this.#roots) : (this.#join[fork] as number);
    const end = isToTheEnd ? this.steps.length : join;
    const found = new Set<number>();
    const open = [...this.targetsOf(fork)];
    for (let index = open.pop(); index !== undefined; index = open.pop()) {
      if (index === end || found.has(index)) continue;
      found.add(index);
      open.push(...this.targetsOf(index));
    }
    return found;
  }

  hasInnerEdge(members: ReadonlySet<number>): boolean {
    return [...members].some((index) => this.targetsOf(index).some((target) => members.has(target)));
  }

  /**
   * Walks all given steps down their joins until they meet. Indexes grow along every edge, so the
   * smallest one moves.
   */
  #commonJoin(from: readonly number[]): number {
    const exit = this.steps.length;
    if (from.length === 0) return exit;
    return from.reduce((left, right) => {
      let a = left;
      let b = right;
      while (a !== b) {
        if (a < b) a = this.#join[a] as number;
        else b = this.#join[b] as number;
      }
      return a;
    });
  }
}
