import type { Readable } from 'node:stream';

const END_BYTES = 30_000;

/** What a program prints: all of it, or its beginning and its end. */
export class OutputEnds {
  readonly #head: Buffer[] = [];
  #headBytes = 0;
  #tail = Buffer.alloc(0);
  #droppedBytes = 0;

  constructor(stream: Readable) {
    stream.on('data', (piece: Buffer) => this.#take(piece));
    stream.on('error', () => {});
  }

  get isCut(): boolean {
    return this.#droppedBytes > 0;
  }

  get text(): string {
    // Decoded as one where nothing is missing: a character may be half in the head and half in the tail.
    if (!this.isCut) return Buffer.concat([...this.#head, this.#tail]).toString('utf8');
    const head = Buffer.concat(this.#head).toString('utf8');
    return `${head}\n… ${this.#droppedBytes} bytes …\n${this.#tail.toString('utf8')}`;
  }

  #take(piece: Buffer): void {
    const fitting = piece.subarray(0, Math.max(0, END_BYTES - this.#headBytes));
    if (fitting.byteLength > 0) this.#head.push(fitting);
    this.#headBytes += fitting.byteLength;
    const rest = Buffer.concat([this.#tail, piece.subarray(fitting.byteLength)]);
    this.#droppedBytes += Math.max(0, rest.byteLength - END_BYTES);
    this.#tail = rest.subarray(Math.max(0, rest.byteLength - END_BYTES));
  }
}
