/** A binary heap of states by cost; the cheapest comes first. */
export class SearchHeap {
  readonly #states: number[] = [];
  readonly #costs: number[] = [];

  push(state: number, cost: number): void {
    let at = this.#states.length;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if ((this.#costs[parent] as number) <= cost) break;
      this.#put(at, this.#states[parent] as number, this.#costs[parent] as number);
      at = parent;
    }
    this.#put(at, state, cost);
  }

  pop(): number | undefined {
    const first = this.#states[0];
    const lastState = this.#states.pop();
    const lastCost = this.#costs.pop();
    if (lastState === undefined || lastCost === undefined || this.#states.length === 0) return first;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= this.#states.length) break;
      if (child + 1 < this.#states.length && (this.#costs[child + 1] as number) < (this.#costs[child] as number)) child += 1;
      if ((this.#costs[child] as number) >= lastCost) break;
      this.#put(at, this.#states[child] as number, this.#costs[child] as number);
      at = child;
    }
    this.#put(at, lastState, lastCost);
    return first;
  }

  #put(at: number, state: number, cost: number): void {
    this.#states[at] = state;
    this.#costs[at] = cost;
  }
}
