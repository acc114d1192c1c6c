import type { Readable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';

/**
 * The lines of a stream, without what ends them; what has no end yet when the stream ends is no line.
 * @throws {RangeError} for a line of more than `maxChars`; what the stream fails with
 */
export async function* readLines(stream: Readable, { maxChars }: { maxChars: number }): AsyncGenerator<string> {
  const decoder = new StringDecoder('utf8');
  let parts: string[] = [];
  let length = 0;
  for await (const chunk of stream) {
    const [first = '', ...others] = decoder.write(chunk as Buffer).split('\n');
    parts.push(first);
    length += first.length;
    if (length > maxChars) throw new RangeError(`a line of more than ${maxChars} characters`);
    for (const other of others) {
      yield parts.join('');
      parts = [other];
      length = other.length;
    }
  }
}
