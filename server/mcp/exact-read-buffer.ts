import { ReadBuffer } from '@modelcontextprotocol/client';
import { markNumbers } from './marked-numbers.ts';

const LINE_END = 0x0a;
/** A number that is marked has at least 16 digits, and a mark has less than 32 characters. */
const MARKED_FACTOR = 3;

/** What a process writes, line by line, with marked numbers. */
export class ExactReadBuffer extends ReadBuffer {
  readonly #maxBytes: number;
  #rest: Buffer[] = [];
  #restBytes = 0;

  constructor({ maxBufferSize }: { readonly maxBufferSize: number }) {
    // Marks make a line of numbers longer.
    super({ maxBufferSize: MARKED_FACTOR * maxBufferSize });
    this.#maxBytes = maxBufferSize;
  }

  override append(chunk: Buffer): void {
    const end = chunk.lastIndexOf(LINE_END) + 1;
    if (end === 0) {
      this.#keep(chunk);
      return;
    }
    const lines = Buffer.concat([...this.#rest, chunk.subarray(0, end)]).toString('utf8');
    this.#rest = [];
    this.#restBytes = 0;
    super.append(Buffer.from(lines.split('\n').map(readLine).join('\n')));
    if (end < chunk.byteLength) this.#keep(chunk.subarray(end));
  }

  override clear(): void {
    this.#rest = [];
    this.#restBytes = 0;
    super.clear();
  }

  #keep(part: Buffer): void {
    this.#restBytes += part.byteLength;
    if (this.#restBytes > this.#maxBytes) {
      this.clear();
      throw new Error(`ReadBuffer exceeded maximum size of ${this.#maxBytes} bytes`);
    }
    this.#rest.push(part);
  }
}

/** Programs of .NET begin with a byte order mark. */
function readLine(line: string): string {
  return markNumbers(line.startsWith('\ufeff') ? line.slice(1) : line);
}
