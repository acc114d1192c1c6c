/** Ancestors of each id as bit sets: 3 MB for 5,000 nodes, constant-time lookup. */
export class AncestorSets {
  readonly #index: ReadonlyMap<string, number>;
  readonly #words: number;
  readonly #bits: Uint32Array;

  /**
   * @param order in topological order
   * @param isRace true for an id that runs after any one of its sources: its ancestors are those
   * common to all sources
   */
  constructor(
    order: readonly string[],
    sourcesOf: (id: string) => readonly string[],
    isRace: (id: string) => boolean = () => false,
  ) {
    this.#index = new Map(order.map((id, index) => [id, index]));
    this.#words = Math.ceil(order.length / 32);
    this.#bits = new Uint32Array(order.length * this.#words);
    for (const [index, id] of order.entries()) {
      const sources = [...new Set(sourcesOf(id))];
      if (isRace(id) && sources.length > 1) this.#includeShared(index, sources);
      else for (const source of sources) this.#include(index, this.#index.get(source));
    }
  }

  has(id: string, ancestor: string): boolean {
    const index = this.#index.get(id);
    const bit = this.#index.get(ancestor);
    if (index === undefined || bit === undefined) return false;
    return ((this.#bits[index * this.#words + (bit >> 5)] ?? 0) & (1 << (bit & 31))) !== 0;
  }

  /** Two branches of a race may share a source, and one of them may be a source of the other. */
  #includeShared(to: number, sources: readonly string[]): void {
    for (const id of this.#index.keys())
      if (sources.every((source) => source === id || this.has(source, id))) this.#set(to, this.#index.get(id) as number);
  }

  #set(to: number, ancestor: number): void {
    const word = to * this.#words + (ancestor >> 5);
    this.#bits[word] = (this.#bits[word] ?? 0) | (1 << (ancestor & 31));
  }

  #include(index: number, source: number | undefined): void {
    if (source === undefined) return;
    const to = index * this.#words;
    const from = source * this.#words;
    for (let word = 0; word < this.#words; word++)
      this.#bits[to + word] = (this.#bits[to + word] ?? 0) | (this.#bits[from + word] ?? 0);
    this.#set(index, source);
  }
}
