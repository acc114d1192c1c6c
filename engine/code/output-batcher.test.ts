import { expect, test } from 'vitest';
import type { SandboxOutput } from '#lib/ports/sandbox.ts';
import { OutputBatcher } from './output-batcher.ts';

test('output within one flush interval is joined, except across streams', async () => {
  const written: SandboxOutput[] = [];
  const beat = new OutputBatcher((output) => void written.push(output));
  for (const [stream, text] of [
    ['stdout', 'a\n'],
    ['stdout', 'b\n'],
    ['stderr', 'c\n'],
    ['stdout', 'd\n'],
  ] as const)
    beat.add({ stream, text });
  expect(written).toEqual([]);
  beat.flush();
  expect(written).toEqual([
    { stream: 'stdout', text: 'a\nb\n' },
    { stream: 'stderr', text: 'c\n' },
    { stream: 'stdout', text: 'd\n' },
  ]);
  beat.flush();
  expect(written).toHaveLength(3);
});
