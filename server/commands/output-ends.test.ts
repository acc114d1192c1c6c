import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { expect, test } from 'vitest';
import { OutputEnds } from './output-ends.ts';

async function endsOf(pieces: readonly string[]): Promise<OutputEnds> {
  const stream = Readable.from(pieces.map((piece) => Buffer.from(piece)));
  const ends = new OutputEnds(stream);
  await finished(stream);
  return ends;
}

test('output that is kept whole has each of its characters, whatever bytes they begin at', async () => {
  const text = `a${'潮'.repeat(15_000)}`;
  const ends = await endsOf([text.slice(0, 7), text.slice(7)]);
  expect([ends.text === text, ends.isCut]).toEqual([true, false]);
});

test('of longer output the beginning and the end are kept, and the number of bytes between', async () => {
  const ends = await endsOf(['a'.repeat(29_000), 'b'.repeat(40_000)]);
  expect(ends.text).toBe(`${'a'.repeat(29_000)}${'b'.repeat(1000)}\n… 9000 bytes …\n${'b'.repeat(30_000)}`);
});
