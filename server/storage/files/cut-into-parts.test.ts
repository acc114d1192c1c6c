import { expect, test } from 'vitest';
import { cutIntoParts } from './cut-into-parts.ts';

const PART = 256 * 1024;

async function* chunksOf(sizes: readonly number[]) {
  for (const [index, size] of sizes.entries()) yield Buffer.alloc(size, index + 1);
}

test('every part but the last has its full size, and the bytes stay in order', async () => {
  const sizes = [PART - 1, 2, 3 * PART, 10];
  const parts: Buffer[] = [];
  for await (const part of cutIntoParts(chunksOf(sizes), PART)) parts.push(Buffer.from(part));
  expect(parts.map(({ byteLength }) => byteLength)).toEqual([PART, PART, PART, PART, 11]);
  const sent = Buffer.concat(sizes.map((size, index) => Buffer.alloc(size, index + 1)));
  expect(Buffer.concat(parts).equals(sent)).toBe(true);
});

test('a large stream needs the memory of one part', async () => {
  const buffers = new Set<ArrayBufferLike>();
  for await (const part of cutIntoParts(chunksOf(Array.from({ length: 80 }, () => PART / 2)), PART)) buffers.add(part.buffer);
  expect(buffers.size).toBe(1);
});

test('an empty stream has no part', async () => {
  for await (const part of cutIntoParts(chunksOf([0]), PART)) throw new Error(`A part of ${part.byteLength} bytes`);
});
