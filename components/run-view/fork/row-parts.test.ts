import { expect, test } from 'vitest';
import type { PublicEvent } from '#lib/run/public-event.ts';
import { newSpan, type Span } from '#lib/run/span.ts';
import { rowParts } from './row-parts.ts';

const at = '2026-01-01T00:00:00.000Z';
const finished = (seq: number, nodeId: string): PublicEvent => ({
  runId: 'run_1',
  seq,
  at,
  type: 'node_finished',
  nodeId,
  status: 'succeeded',
  executionTimeMs: 1,
});
const spanOf = (about: Partial<Span>) =>
  newSpan({ index: 0, parent: undefined, depth: 0, kind: 'node', nodeId: 'write', name: 'write', seq: 5, ...about });

test('a node that ended can be run again, and the run forked on both sides of it', () => {
  const span = spanOf({ endMs: Date.parse(at) });
  expect(rowParts(span, [finished(4, 'start'), finished(9, 'write')])).toEqual([
    { kind: 'runFrom', part: { from: ['write'] } },
    { kind: 'before', part: { atSeq: 4 } },
    { kind: 'after', part: { atSeq: 9 } },
  ]);
});

test('after a node that is still at work nothing can begin, nor before the first event', () => {
  expect(rowParts(spanOf({}), []).map(({ kind }) => kind)).toEqual(['runFrom', 'before']);
  expect(rowParts(spanOf({ seq: 1 }), []).map(({ kind }) => kind)).toEqual(['runFrom']);
});

test('an iteration is run again by the path of its container, also after a retry of that', () => {
  const partsOf = (name: string) => rowParts(spanOf({ kind: 'iteration', nodeId: 'each', name, number: 3 }), []);
  expect(partsOf('each[2]')).toEqual([{ kind: 'iteration', part: { iteration: { nodeId: 'each', index: 2 } } }]);
  expect(partsOf('outer[1]/each[2.1]')).toEqual([
    { kind: 'iteration', part: { iteration: { nodeId: 'outer[1]/each', index: 2 } } },
  ]);
});

test('from a model call or a tool call nothing begins', () => {
  expect(rowParts(spanOf({ kind: 'model' }), [])).toEqual([]);
  expect(rowParts(spanOf({ kind: 'tool' }), [])).toEqual([]);
});
