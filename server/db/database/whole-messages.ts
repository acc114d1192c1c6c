/** Type and length of a message; a startup message has only the length. */
const HEADER_BYTES = 5;

/**
 * Assembles the bytes of a PostgreSQL client into whole messages. The socket server copies its buffer with
 * each chunk: a statement of 20 MB arrives in 300 chunks and took 36 s.
 */
export class WholeMessages {
  #pieces: Buffer[] = [];
  #bytes = 0;
  /** Size of the first message in the pieces, once it is known. */
  #neededBytes = HEADER_BYTES;
  #isStarted = false;

  /** @returns the complete messages, concatenated; undefined if there is none */
  take(piece: Buffer): Buffer | undefined {
    this.#pieces.push(piece);
    this.#bytes += piece.length;
    if (this.#bytes < this.#neededBytes) return undefined;
    const all = this.#pieces.length === 1 ? piece : Buffer.concat(this.#pieces);
    let end = 0;
    for (;;) {
      this.#neededBytes = HEADER_BYTES;
      if (all.length - end < HEADER_BYTES) break;
      const length = this.#isStarted ? 1 + all.readInt32BE(end + 1) : all.readInt32BE(end);
      this.#neededBytes = Math.max(length, HEADER_BYTES);
      if (all.length - end < this.#neededBytes) break;
      // Requests for encryption or cancellation come before the startup message and are shorter than it.
      this.#isStarted ||= length > SHORTEST_STARTUP_BYTES;
      end += this.#neededBytes;
    }
    const rest = all.subarray(end);
    this.#pieces = rest.length > 0 ? [rest] : [];
    this.#bytes = rest.length;
    return end > 0 ? all.subarray(0, end) : undefined;
  }
}

const SHORTEST_STARTUP_BYTES = 16;
