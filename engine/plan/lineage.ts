import { AncestorSets } from '#lib/workflow/ancestor-sets.ts';
import { isRace } from '#lib/workflow/join-mode.ts';
import type { WorkflowEdge, WorkflowNode } from '#lib/workflow/workflow.ts';

/**
 * Reachability in a scope with joins that continue with one branch: nodes of the other branches
 * cannot be read after them.
 */
export class Lineage {
  readonly #sourcesOf: ReadonlyMap<string, readonly string[]>;
  readonly #races: ReadonlySet<string>;
  readonly #sure: AncestorSets;

  /** @param order sources first */
  constructor(order: readonly WorkflowNode[], byTarget: ReadonlyMap<string, readonly WorkflowEdge[]>) {
    const ids = order.map(({ id }) => id);
    this.#sourcesOf = new Map(ids.map((id) => [id, (byTarget.get(id) ?? []).map(({ source }) => source)]));
    this.#races = new Set(order.filter(isRace).map(({ id }) => id));
    this.#sure = new AncestorSets(
      ids,
      (id) => this.#sourcesOf.get(id) ?? [],
      (id) => this.#races.has(id),
    );
  }

  has(id: string): boolean {
    return this.#sourcesOf.has(id);
  }

  /**
   * @param winnerOf the source whose branch a join continued with; undefined where it waited for
   * all of them
   */
  sees(reader: string, name: string, winnerOf: (joinId: string) => string | undefined): boolean {
    if (this.#sure.has(reader, name)) return true;
    const seen = new Set<string>();
    const open = [reader];
    for (let id = open.pop(); id !== undefined; id = open.pop()) {
      const winner = this.#races.has(id) ? winnerOf(id) : undefined;
      for (const source of winner === undefined ? (this.#sourcesOf.get(id) ?? []) : [winner]) {
        if (source === name) return true;
        if (seen.has(source)) continue;
        seen.add(source);
        open.push(source);
      }
    }
    return false;
  }
}
