import { expect, test } from 'vitest';
import { machineTimeMs, makeStamp } from '#tests/support/fake-model/stamped-text.ts';
import { readTokenStream } from './token-stream.ts';

const frame = (event: string, data: object) => `id: 1\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`;

test('text, delays and the run are read from frames cut anywhere', () => {
  const askedAtMs = machineTimeMs();
  const stamp = makeStamp(4);
  const [first, second, third, digest] = [stamp(0), stamp(1), stamp(2), stamp(3)];
  const text = `${first}${second}${third}${digest}`;
  const deltas =
    frame('content', { runId: 'run_1', content: `${first}${second}` }) + frame('content', { content: third + digest });
  const cut = deltas.length - 10;
  const read = readTokenStream({
    askedAtMs,
    pieces: [
      { atMs: askedAtMs + 5, text: `${frame('run_started', { runId: 'run_1' })}: still here\n\n` },
      { atMs: askedAtMs + 100, text: deltas.slice(0, cut) },
      { atMs: askedAtMs + 200, text: deltas.slice(cut) + frame('done', { runId: 'run_1', outputs: { text } }) },
    ],
  });
  expect(read).toMatchObject({ text, outputText: text, runId: 'run_1', deltas: 2, firstTokenMs: 100 });
  expect(read.delaysMs.map((delayMs) => Math.round(delayMs / 50) * 50)).toEqual([100, 100, 200]);
});
