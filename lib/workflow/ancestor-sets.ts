/** Which ids come before which, as one bit each: 5,000 nodes take 3 MB and no time to ask. */
export class AncestorSets {
  readonly #index: ReadonlyMap<string, number>;
  readonly #words: number;
  readonly #bits: Uint32Array;

  /** @param order every id after all of its sources */
  constructor(order: readonly string[], sourcesOf: (id: string) => readonly string[]) {
    this.#index = new Map(order.map((id, index) => [id, index]));
    this.#words = Math.ceil(order.length / 32);
    this.#bits = new Uint32Array(order.length * this.#words);
    for (const [index, id] of order.entries()) for (const source of sourcesOf(id)) this.#include(index, this.#index.get(source));
  }

  has(id: string, ancestor: string): boolean {
    const index = this.#index.get(id);
    const bit = this.#index.get(ancestor);
    if (index === undefined || bit === undefined) return false;
    return ((this.#bits[index * this.#words + (bit >> 5)] ?? 0) & (1 << (bit & 31))) !== 0;
  }

  #include(index: number, source: number | undefined): void {
    if (source === undefined) return;
    const to = index * this.#words;
    const from = source * this.#words;
    for (let word = 0; word < this.#words; word++)
      this.#bits[to + word] = (this.#bits[to + word] ?? 0) | (this.#bits[from + word] ?? 0);
    this.#bits[to + (source >> 5)] = (this.#bits[to + (source >> 5)] ?? 0) | (1 << (source & 31));
  }
}
