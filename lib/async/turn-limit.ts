/** Bounds how many tasks begin within one turn of the event loop, so that others get theirs in between. */
export class TurnLimit {
  readonly #perTurn: number;
  readonly #waiting: (() => void)[] = [];
  #begun = 0;
  #isScheduled = false;

  constructor(perTurn: number) {
    this.#perTurn = perTurn;
  }

  /** @returns undefined where the task may begin at once; tasks begin first in, first out */
  enter(): Promise<void> | undefined {
    this.#schedule();
    if (this.#begun < this.#perTurn) {
      this.#begun++;
      return undefined;
    }
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      const next = this.#waiting.splice(0, this.#perTurn);
      this.#begun = next.length;
      if (this.#waiting.length > 0 || next.length > 0) this.#schedule();
      for (const begin of next) begin();
    });
  }
}
